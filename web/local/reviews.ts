/** Luck and skill of games on this device: made once, kept with the table; until then, how far it is. */

import type { Lang } from "../lib/table";
import { Refused, type Thinker } from "./needs";
import type { Store } from "./store";
import type { LocalTable } from "./table";

interface Job { progress: number; made?: unknown; hasFailed?: boolean }

export class Reviews {
  private jobs = new Map<string, Job>();

  constructor(private store: Store, private thinker: Thinker, private build: string) {}

  /** The account of the last of these games, with those before it as an evening; or how far it is (0 to 1). */
  async of(games: readonly LocalTable[], lang: Lang, reader: number | null): Promise<unknown> {
    const jobs = await Promise.all(games.map((table) => this.job(table)));
    if (jobs.at(-1)!.hasFailed) throw new Refused("no_review");
    const missing = jobs.filter(({ made, hasFailed }) => made === undefined && !hasFailed);
    if (missing.length) return { progress: Math.min(...missing.map(({ progress }) => progress)) };
    const last = games.at(-1)!;
    return this.thinker.inWords(last.door.key, last.lines, jobs.flatMap(({ made }) => (made === undefined ? [] : [made])), lang, reader);
  }

  private async job(table: LocalTable): Promise<Job> {
    const { id } = table.setup;
    const kept = this.jobs.has(id) ? null : await this.store.review(id).catch(() => null);
    let job = this.jobs.get(id);
    if (!job) {
      job = { progress: 0, ...(kept?.build === this.build ? { made: kept.made } : {}) };
      this.jobs.set(id, job);
      if (job.made === undefined) void this.make(table, job);
    }
    return job;
  }

  private async make(table: LocalTable, job: Job): Promise<void> {
    try {
      const made = await this.thinker.review(table.door.key, table.lines, (share) => { job.progress = share; });
      job.made = made;
      await this.store.keepReview(table.setup.id, { build: this.build, made }).catch(() => undefined); // it can be made again
    } catch (problem) {
      console.error(problem);
      job.hasFailed = true;
    }
  }
}
