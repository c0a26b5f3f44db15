/** What a room gets of a live table. */

import { home } from "./home.svelte";
import type { Live } from "./live.svelte";
import type { Table } from "./table";
import { toasts } from "./toasts.svelte";

export function seatedTable(live: Live): Table {
  return {
    get game() { return live.message?.table.game ?? ""; },
    get lang() { return home.lang; },
    get view() { return live.message?.view; },
    get seat() { return live.shown < 0 ? null : live.shown; },
    get people() { return live.people; },
    get moves() { return live.isVeiled ? [] : live.moves; },
    get events() { return live.message?.events ?? []; },
    get log() { return live.log; },
    get busy() { return live.wish !== null; },
    get over() { return live.message?.table.result !== undefined; },
    get result() { return live.message?.table.result ?? null; },
    get hint() { return live.tips.shown?.do ?? null; },
    get veiled() { return live.isVeiled; },
    get before() { return live.before; },
    get atOnce() { return !home.confirm; },
    reveal: () => live.reveal(),
    get undo() { return live.message?.table.undo && !live.wish ? () => live.undo() : null; },
    say: (path, details) => (live.words ?? home.words).say(path, details),
    name: (seat) => (seat === live.shown && live.isAlone ? home.say("you") : (live.people[seat]?.short ?? home.say(`colours.${seat}`))),
    act: (move) => live.act(move),
    refuse: (text) => toasts.say(text),
  };
}
