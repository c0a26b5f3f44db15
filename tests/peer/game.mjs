// A small card game with hidden hands, for boardgame.io.
export const CELLS = 36;
export const CARDS = 5;
const KINDS = ["boat", "fish", "gull", "rope", "sail", "star"];
export const MOVES = 50;

function draw(G) {
  G.seed = (G.seed * 1103515245 + 12345) % 2 ** 31;
  return { id: G.next++, kind: KINDS[(G.seed >> 8) % KINDS.length], worth: 1 + ((G.seed >> 16) % 9) };
}

export const game = {
  name: "peer",
  setup() {
    const G = { seed: 42, next: 1, played: 0, cells: Array(CELLS).fill(null), points: { 0: 0, 1: 0 }, hands: { 0: [], 1: [] } };
    for (const hand of Object.values(G.hands)) for (let card = 0; card < CARDS; card++) hand.push(draw(G));
    return G;
  },
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place({ G, playerID }, cell, index) {
      const hand = G.hands[playerID];
      if (!(cell in G.cells) || !hand[index]) return "INVALID_MOVE";
      const [card] = hand.splice(index, 1);
      G.cells[cell] = { seat: playerID, kind: card.kind, worth: card.worth };
      G.points[playerID] += card.worth;
      G.played += 1;
      hand.push(draw(G));
    },
  },
  endIf: ({ G }) => (G.played >= MOVES ? { winner: G.points[0] >= G.points[1] ? "0" : "1" } : undefined),
  playerView({ G, playerID }) {
    const { seed, hands, ...seen } = G;
    const cards = Object.entries(hands).map(([seat, hand]) => [seat, seat === playerID ? hand : hand.length]);
    return { ...seen, hands: Object.fromEntries(cards) };
  },
};
