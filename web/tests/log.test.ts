import { expect, test } from "vitest";
import { told } from "../lib/log";
import { loadTurns, roomTexts } from "../lib/rooms";
import type { GameEvent, Lang } from "../lib/table";
import { Words, type Tables } from "../lib/words";

const golden = import.meta.glob("../../src/spieltisch/games/*/tests/golden.jsonl", { query: "?raw", import: "default", eager: true }) as Record<string, string>;
const NAMES = ["Ada", "Bo", "Cy"];

/** A whole game as a seat knows it. */
function happened(text: string, seat: number | null): { at: number; event: GameEvent }[] {
  return text.trim().split("\n").flatMap((line, at) => (JSON.parse(line).events ?? []).filter((event: any) => event.to.includes(seat)).map(({ to: _, ...event }: any) => ({ at: at + 1, event })));
}

for (const [path, text] of Object.entries(golden)) {
  const game = JSON.parse(text.split("\n")[0]!).game as string;
  for (const lang of ["de", "en"] as Lang[])
    for (const me of [null, 0, 2])
      test(`${game}, ${lang}, seat ${me}: every turn is a sentence, nobody who reads is called by name`, async () => {
        const words = new Words(lang, await roomTexts(game, lang), () => NAMES, () => me);
        const lines = told(happened(text, me), words, me, await loadTurns(game));
        expect(lines.length, path).toBeGreaterThan(10);
        for (const line of lines) {
          expect(line.text).toMatch(/^[A-ZÄÖÜ«"\d].*[.!]$/);
          expect(line.text).not.toMatch(/…|undefined|\bevents\.|\bturns\.|[a-z]\.[A-ZÄÖÜ]/);
          if (me !== null) expect(line.text).not.toMatch(new RegExp(`\\b${NAMES[me]}\\b`));
          if (line.seat !== null && line.seat !== me && line.isMove) expect(line.head.some((part) => part.isName), line.text).toBe(true);
        }
        expect(lines.filter((line) => /zieht eine Karte|draws a card/.test(line.text))).toEqual([]);
      });
}

test("where the reader is in a sentence, the sentence is for them", () => {
  const texts: Tables[] = [{ you: "Du", you_among: "du", a: { x: "{one:seat} schlägt {other:seat}.", x_you: "Du schlägst {other:seat}.", x_yours: "{one:seat} schlägt dich.", all: "Dabei: {who:seat}." } }];
  const words = (me: number | null) => new Words("de", texts, () => NAMES, () => me);
  expect(words(null).say("a.x", { one: 0, other: 1 })).toBe("Ada schlägt Bo.");
  expect(words(0).say("a.x", { one: 0, other: 1 })).toBe("Du schlägst Bo.");
  expect(words(1).say("a.x", { one: 0, other: 1 })).toBe("Ada schlägt dich.");
  expect(words(2).say("a.all", { who: [0, 2] })).toBe("Dabei: Ada, du.");
  expect(words(0).parts("a.x", { one: 0, other: 1 })).toEqual([{ text: "Du", isName: true }, { text: " schlägst ", isName: false }, { text: "Bo", isName: true }, { text: ".", isName: false }]);
});

test("known dice are a foreword of the house, in every room, and no turn of its own", async () => {
  const known = { at: 1, event: { event: "duplicate", chance: "abc" } };
  for (const [path, text] of Object.entries(golden)) {
    const game = JSON.parse(text.split("\n")[0]!).game as string;
    const words = new Words("de", await roomTexts(game, "de"), () => NAMES, () => 0);
    const turns = await loadTurns(game);
    const lines = told([known, ...happened(text, 0)], words, 0, turns);
    expect(lines.at(-1)!.text, path).toMatch(/^Bekannte Würfel: .*Tisch abc/);
    expect(lines.slice(0, -1), path).toEqual(told(happened(text, 0), words, 0, turns));
  }
});

test("a die that is taken back was never placed", async () => {
  const words = new Words("de", await roomTexts("bloeder-sack", "de"), () => NAMES, () => null);
  const turns = await loadTurns("bloeder-sack");
  const events: GameEvent[] = [{ event: "rolled", seat: 0, dice: [1, 4] }, { event: "placed", seat: 0, value: 4, tray: 2, space: 1 }, { event: "took_back", seat: 0 }, { event: "placed", seat: 0, value: 1, tray: 3, space: 1 }, { event: "placed", seat: 0, value: 4, tray: 5, space: 1 }];
  const lines = told(events.map((event, at) => ({ at, event })), words, null, turns);
  expect(lines.map((line) => line.text)).toEqual(["Ada legt die 1 auf Ablage 3 und die 4 auf Ablage 5."]);
});
