/** The guided first game: hints that are shown once each, in a bubble above `mine`, when the table looks as they say. */

import type { Details, Table } from "./table";

export interface Step {
  /** A name for this step, unique in the room; a step that was shown is not shown again in this game. */
  id: string;
  /** Is this the moment? Asked after every message and in the order of the list; the first that says yes is shown. */
  when(table: Table): boolean;
  /** Path of the text, e.g. `page.first.place`. */
  say: string;
  /** What the text talks about: a selector within the table, whose elements are pointed at. */
  at?: string;
  /** What fills the gaps of the text. */
  details?(table: Table): Details;
  /** Stays until "Weiter" is pressed; else it goes with the next move of this seat. */
  wait?: boolean;
}

export interface First {
  /** Seats at the table: the learner has seat 0, a bot of the easiest level the others. */
  seats: number;
  start: number;
  options: Details;
  steps: Step[];
}
