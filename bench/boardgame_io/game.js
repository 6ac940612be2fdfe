// Two seats take turns to count; each turn is one move.
exports.game = {
  name: "count",
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({ count: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    step: ({ G }) => {
      G.count += 1;
    },
  },
};
