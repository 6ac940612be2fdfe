"""The compiled rules of Touché: board, cards, pawns, crowns, and the position that plays."""
