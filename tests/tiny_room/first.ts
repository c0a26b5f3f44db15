// The guided first game: what is said when it happens for the first time.

import type { First } from "$web/lib/first";
import type { Table } from "$web/lib/table";

const asked = (table: Table) => table.moves.length > 0;

export const first: First = {
  seats: 2,
  start: 0,
  options: {},
  steps: [
    { id: "start", when: asked, say: "page.first_start", at: "figure", wait: true },
    { id: "choose", when: asked, say: "page.first_choose", at: ".acts .btn" },
    { id: "end", when: (table) => table.over, say: "page.first_end", wait: true },
  ],
};
