import { describe, expect, it } from "vitest";
import { CELLS, type Cell, cellsOf, kindAt, sideOf, SYMBOLS, type View } from "../chart";
import { coasts, landscapes, outline } from "../coast";
import { choiceFor, chosenMove, hand, litUp, nearest, opening, parsed, reason, swapped } from "../entry";
import { closest, fills, largestGroups, riverCells } from "../fills";
import de from "../de.toml";
import { first } from "../first";
import { foretold, thinking } from "../sentences";
import end from "./fixtures/end.json";
import middle from "./fixtures/middle.json";
import pick from "./fixtures/pick.json";
import second from "./fixtures/second.json";
import skip from "./fixtures/skip.json";
import start from "./fixtures/start.json";
import two from "./fixtures/two.json";

const seen = (fixture: { view: unknown }) => fixture.view as View;
const at = (symbol: (typeof SYMBOLS)[number], column: number): Cell => ({ row: SYMBOLS.indexOf(symbol), column: column - 1 });
const path = (where: string, details: object = {}) => [where, ...Object.values(details)].join(" ");

describe("moves", () => {
  it("are read as they are written", () => {
    expect(parsed("write bell 3 at 4")).toMatchObject({ how: "write", symbol: "bell", number: 3, cell: at("bell", 4) });
    expect(parsed("cross starfish 9 for boat 5")).toMatchObject({ how: "cross", symbol: "boat", number: 5, cell: at("starfish", 9) });
    expect(parsed("skip")).toBeNull();
  });
});

describe("pairs", () => {
  it("are two for the thrower, and swapping changes their numbers", () => {
    const { cards, mayswap } = hand(seen(middle), middle.moves);
    expect(cards.map(({ symbol, number }) => `${symbol} ${number}`)).toEqual(["bell 3", "boat 5"]);
    expect(mayswap).toBe(true);
    const other = swapped(seen(middle), middle.moves, opening(seen(middle), middle.moves));
    expect(hand(seen(middle), middle.moves, other.swapped).cards.map(({ symbol, number }) => `${symbol} ${number}`)).toEqual(["bell 5", "boat 3"]);
  });

  it("leave the rest for the second entry", () => {
    const { cards, mayswap } = hand(seen(second), second.moves);
    expect(cards.map(({ used }) => used)).toEqual([true, false]);
    expect(mayswap).toBe(false);
    expect(opening(seen(second), second.moves).lit).toBe(1);
  });

  it("are four for everybody else, those without room closed", () => {
    const { cards } = hand(seen(pick), pick.moves);
    expect(cards.map(({ writes, crosses }) => writes.length + crosses.length > 0)).toEqual([true, true, false, false]);
  });

  it("coincide where dice are equal", () => {
    expect(hand(seen(skip), skip.moves).cards).toHaveLength(1);
  });
});

describe("a choice", () => {
  it("makes every legal move and no other", () => {
    for (const { view, moves } of [start, middle, second, pick, skip, two] as unknown as { view: View; moves: string[] }[]) {
      for (const move of moves) expect(chosenMove(view, moves, choiceFor(view, moves, move))).toBe(move);
      expect(chosenMove(view, moves, opening(view, moves))).toBeNull();
    }
  });

  it("turns to crosses where nothing can be written, and lets go of a cell that no longer fits", () => {
    expect(opening(seen(skip), skip.moves)).toMatchObject({ lit: 0, how: "cross", cell: null });
    const written = choiceFor(seen(middle), middle.moves, "write bell 3 at 5");
    expect(litUp(seen(middle), middle.moves, { ...written, lit: 1 }).cell).toBeNull();
    expect(litUp(seen(middle), middle.moves, { ...written, how: "cross" }).cell).toEqual(at("bell", 5));
  });
});

describe("another cell", () => {
  const chart = seen(middle).charts[0]!;
  const pair = { symbol: "bell", number: 3 } as const;
  it("is refused with its reason", () => {
    expect(reason(chart, pair, "write", at("bell", 1))[0]).toBe("refusals.cell_full");
    expect(reason(chart, pair, "write", at("boat", 5))[0]).toBe("page.wrong_row");
    expect(reason(chart, pair, "write", at("bell", 8))).toEqual(["refusals.would_fall", { ...pair, column: 8 }]);
  });

  it("gives way to the nearest legal one within a finger's reach", () => {
    const boxes = [{ left: 0, right: 30, top: 0, bottom: 40 }, { left: 60, right: 90, top: 0, bottom: 40 }];
    expect(nearest(40, 20, boxes)).toBe(0);
    expect(nearest(52, 20, boxes)).toBe(1);
    expect(nearest(45, 80, boxes)).toBe(-1);
  });
});

describe("an entry", () => {
  it("tells what it fills", () => {
    expect(fills(seen(middle), 0, at("bell", 5), "3")).toMatchObject([{ box: "mountains left", points: 4, number: 3, shells: 1 }]);
    const both = fills(seen(pick), 0, at("fish", 4), "X");
    expect(both.map(({ box, points }) => [box, points])).toEqual([["land left", 2], ["column 4", 2]]);
    expect(both[0]!.takers.length).toBeGreaterThan(0);
    expect(both[0]!.shells).toBe(0);
  });

  it("counts both halves for the second box of a region", () => {
    const view = { ...seen(middle), boxes: seen(middle).boxes.map((boxes) => ({ ...boxes, "mountains left": 2 })) };
    const [fill] = fills(view, 0, at("bell", 5), "3");
    expect(fill).toMatchObject({ box: "mountains right", what: { sort: "region", kind: "mountains" } });
    expect(fill!.cells).toEqual(cellsOf(view.areas, "Mm"));
  });

  it("that fills nothing tells what is nearest", () => {
    expect(closest(seen(start), 0, at("anchor", 1), "4")).toEqual({ what: { sort: "column", column: 0 }, missing: 5 });
    expect(foretold(path, seen(start), 0, at("anchor", 1), "4")[0]!.rest).toContain("page.opens");
  });

  it("in the river allows crosses", () => {
    expect(riverCells(seen(pick), 0, SYMBOLS.indexOf("boat"), 5)).toEqual([at("boat", 7)]);
    expect(riverCells(seen(pick), 0, SYMBOLS.indexOf("boat"), 3)).toEqual([]);
  });
});

describe("the end", () => {
  it("counts the same groups as the rules do", () => {
    seen(end).charts.forEach((chart, seat) => expect(largestGroups(chart).map(({ cells }) => cells.length)).toEqual(seen(end).points[seat]!.groups));
  });
});

describe("the map", () => {
  const { areas } = seen(start);
  it("is drawn from the letters", () => {
    expect(coasts(areas).map(({ path: line }) => line.match(/M/g)!.length)).toEqual(Array(8).fill(1));
    expect(outline(CELLS, 0)).toMatch(/^M.*Z$/);
    expect(landscapes(areas)).toHaveLength(54);
    expect(kindAt(areas, at("anchor", 1))).toBe("river");
  });

  it("draws any other chart too, in as many pieces as it has", () => {
    const other = ["RMLDrmldR", "RMLDrmldR", "RMLDrmldR", "RMLDrmldR", "RMLDrmldR", "RMLDrmldR"];
    expect(coasts(other).find(({ letter }) => letter === "R")!.path.match(/M/g)).toHaveLength(2);
    expect(sideOf(other, "M")).toBe("west");
  });

  it("knows its quarters", () => {
    expect([..."RrMmLlDd"].map((letter) => sideOf(areas, letter))).toEqual(["west", "east", "north", "south", "north", "south", "east", "west"]);
  });
});

it("names those who are still thinking", () => {
  expect(thinking(path, [])).toBe("");
  expect(thinking(path, ["Mia"])).toBe("page.waiting_one Mia");
  expect(thinking(path, ["Mia", "Karl", "Ada"])).toBe("page.waiting_for page.and Mia, Karl Ada");
});

it("says something at every step of the first game, beginning with the throw", () => {
  for (const { say } of first.steps) expect(de.page.first[say.split(".")[2]!]).toBeTypeOf("string");
  const table = { view: start.view, seat: 0, moves: start.moves } as never;
  expect(first.steps.find((step) => step.when(table))?.id).toBe("throw");
});
