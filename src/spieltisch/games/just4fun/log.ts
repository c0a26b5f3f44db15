// A turn of this game is one sentence; of the cards that are drawn only one's own are worth a word.
import { sentenceOf } from "../../../../web/lib/log";
import type { Turn, Turns } from "../../../../web/lib/table";

const TURNS = ["played", "passed", "all_placed", "time_up", "time_short"];

export const turns: Turns = (all, me) => {
  const told: Turn[] = [];
  for (const { at, event } of all) {
    const now = told.at(-1);
    const seat = typeof event.seat === "number" ? event.seat : null;
    if (event.event === "drew") {
      if (now && seat === me) draw(now, event.card);
    } else if (event.event === "took_back") told.splice(told.findLastIndex((turn) => turn.seat === seat) >>> 0, 1);
    else if (event.event === "drew_unseen" || event.event === "laid") continue;
    else if (!now || TURNS.includes(event.event))
      told.push({ at, seat, head: sentenceOf(event, event.event === "played" ? "turns" : "events"), rest: [], isMove: seat !== null });
    else now.rest.push(sentenceOf(event));
  }
  return told;
};

/** "Du ziehst 3, 7, 9." */
function draw(turn: Turn, card: unknown): void {
  const last = turn.rest.at(-1);
  if (last?.say === "turns.drew_you") last.details = { cards: [...(last.details.cards as unknown[]), card] };
  else turn.rest.push({ say: "turns.drew_you", details: { cards: [card] } });
}
