"""The compiled rules of Targi: cards, board, prices, the course of a round, and the position that plays."""
