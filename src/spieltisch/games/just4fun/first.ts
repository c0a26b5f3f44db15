// The guided first game: what is said when it happens for the first time.

import type { First } from "../../../../web/lib/first";
import type { Table } from "../../../../web/lib/table";
import { barredBy, isContested, stonesOn, threats, type View } from "./board";

const seen = (table: Table) => table.view as View;
const asked = (table: Table) => table.moves.length > 0;
const mine = (table: Table) => 20 - (seen(table).supply[table.seat ?? 0] ?? 20);
const anyField = (table: Table, holds: (view: View, field: number) => boolean) =>
  asked(table) && seen(table).board.some((field) => holds(seen(table), field));
const threatens = (table: Table, me: boolean) =>
  asked(table) && threats(seen(table)).some((threat) => (threat.seat === table.seat) === me);

export const first: First = {
  seats: 2,
  start: 0,
  options: {},
  steps: [
    { id: "start", when: (table) => asked(table) && mine(table) === 0, say: "page.first_start", at: ".f.can", wait: true },
    { id: "pick", when: (table) => asked(table) && mine(table) === 0, say: "page.first_pick", at: ".f.can" },
    { id: "threat", when: (table) => threatens(table, false), say: "page.first_threat", at: ".threat" },
    { id: "three", when: (table) => threatens(table, true), say: "page.first_three", at: ".threat" },
    { id: "drew", when: (table) => asked(table) && mine(table) === 1, say: "page.first_drew", at: ".rack" },
    { id: "lead", when: (table) => asked(table) && mine(table) === 2, say: "page.first_lead", at: ".f.own" },
    { id: "pass", when: (table) => table.moves.includes("pass"), say: "page.first_pass", at: ".acts .btn" },
    { id: "barred", when: (table) => anyField(table, (view, field) => barredBy(view, table.seat ?? 0, field) !== null), say: "page.first_barred", at: ".f.barred" },
    { id: "locked", when: (table) => asked(table) && seen(table).locked.length > 0, say: "page.first_locked", at: ".f.locked" },
    { id: "tie", when: (table) => anyField(table, (view, field) => isContested(stonesOn(view, field))), say: "page.first_tie", at: ".f.tie" },
    { id: "free", when: (table) => asked(table) && mine(table) >= 5, say: "page.first_free", wait: true },
  ],
};
