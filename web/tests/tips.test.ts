import { beforeEach, expect, test } from "vitest";
import { Tips, type Question } from "../lib/tips.svelte";
import type { Hint, Suggestion } from "../lib/wire";

const moves: Suggestion[] = [{ do: "a", text: "das eine", chance: 0.6, reason: null }, { do: "b", text: "das andere", chance: 0.5, reason: null }];
const answer = (ask: number, seat?: number): Hint => ({ hint: { ask, moves }, ask, ...(seat === undefined ? {} : { seat }) });
const no = (reason: string, ask: number | null) => ({ refused: { reason, text: "" }, ask });
let open: Question | null;
let sent: Question[];
let isHeard: boolean;
let tips: Tips;
beforeEach(() => {
  open = { seat: 0, ask: 4 };
  sent = [];
  isHeard = true;
  tips = new Tips(() => open, (question) => { if (isHeard) sent.push(question); return isHeard; });
});

test("wished for, thought about, shown: the best first, then another", () => {
  tips.wish();
  tips.wish();
  expect(sent).toEqual([{ seat: 0, ask: 4 }]);
  expect(tips.isThinking).toBe(true);
  tips.heard(answer(4));
  expect([tips.isThinking, tips.shown?.do]).toEqual([false, "a"]);
  tips.choose(1);
  expect(tips.shown?.do).toBe("b");
});

test("what was put away comes back without a new question", () => {
  tips.wish();
  tips.heard(answer(4));
  tips.putAway();
  expect(tips.shown).toBeNull();
  tips.wish();
  expect(tips.shown?.do).toBe("a");
  expect(sent.length).toBe(1);
});

test("it goes with its question, and is another one for another seat of the device", () => {
  tips.wish();
  tips.heard(answer(4, 0));
  open = { seat: 1, ask: 4 };
  expect(tips.shown).toBeNull();
  open = null;
  tips.wish();
  expect(sent.length).toBe(1);
  open = { seat: 1, ask: 9 };
  tips.wish();
  expect(sent.at(-1)).toEqual({ seat: 1, ask: 9 });
});

test("an answer to another question, or for another seat, shows nothing", () => {
  tips.heard(answer(4));
  tips.wish();
  tips.heard(answer(3));
  tips.heard(answer(4, 2));
  expect([tips.shown, tips.isThinking]).toEqual([null, true]);
  open = { seat: 0, ask: 8 };
  tips.heard(answer(4));
  expect([tips.shown, tips.isThinking]).toEqual([null, false]);
});

test("a refusal ends the thinking; only one about tips is about nothing else", () => {
  tips.wish();
  expect(tips.refused(no("unreadable_move", 3))).toBe(false);
  expect(tips.isThinking).toBe(true);
  expect(tips.refused(no("hint_busy", 4))).toBe(true);
  expect(tips.isThinking).toBe(false);
  tips.wish();
  expect(tips.refused(no("stale", 4))).toBe(false);
  expect(tips.isThinking).toBe(false);
});

test("without a connection nothing is thought about", () => {
  isHeard = false;
  tips.wish();
  expect(tips.isThinking).toBe(false);
  isHeard = true;
  tips.wish();
  tips.lost();
  expect(tips.isThinking).toBe(false);
});
