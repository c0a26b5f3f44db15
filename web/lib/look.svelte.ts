/** The review of a finished game: asked for until the server has made it. */

import { api, No } from "./api";
import type { Lang } from "./table";
import type { Review } from "./wire";

const PAUSE = 1000;
const LATER = 4000; // the line is gone, or we asked too often
const TRIES = 5;
const PATIENCE = 300; // answers without any progress: many games may wait before this one

export class Look {
  review = $state.raw<Review | null>(null);
  /** How far the server is, 0 to 1. */
  progress = $state(0);
  /** There is none to be had. */
  isAway = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;
  private idle = 0;
  private asked = 0;

  constructor(readonly id: string) {}

  /** Ask in a language, for whoever sits in a seat, and again while it is being made; returns how to stop. */
  start(lang: Lang, seat = -1): () => void {
    const mine = ++this.asked;
    void this.ask(lang, seat, mine);
    return () => {
      this.asked += 1;
      clearTimeout(this.timer);
    };
  }

  private async ask(lang: Lang, seat: number, mine: number): Promise<void> {
    let pause = PAUSE;
    try {
      const told = await api.review(this.id, lang, seat);
      if (mine !== this.asked) return;
      this.failures = 0;
      if (!("progress" in told)) {
        this.review = told;
        this.isAway = false;
        return;
      }
      this.idle = told.progress > this.progress ? 0 : this.idle + 1;
      this.progress = told.progress;
      this.isAway = this.idle > PATIENCE;
      if (this.isAway) return;
    } catch (problem) {
      if (mine !== this.asked) return;
      const isPassing = problem instanceof No && [0, 429, 503].includes(problem.status);
      this.failures += 1;
      if (!isPassing || this.failures > TRIES) {
        this.isAway = true;
        return;
      }
      pause = LATER;
    }
    this.timer = setTimeout(() => void this.ask(lang, seat, mine), pause);
  }
}
