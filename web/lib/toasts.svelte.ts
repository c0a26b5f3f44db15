/** Short messages at the bottom of the screen. */

export interface Note { id: number; text: string; icon: string }

class Toasts {
  list = $state<Note[]>([]);
  #next = 1;

  say(text: string, icon = "no", ms = 4000): void {
    if (!text || this.list.some((note) => note.text === text)) return;
    const id = this.#next++;
    this.list = [...this.list, { id, text, icon }].slice(-3);
    setTimeout(() => { this.list = this.list.filter((note) => note.id !== id); }, ms);
  }

  clear(): void {
    this.list = [];
  }
}

export const toasts = new Toasts();

/** Do something that may be refused; the refusal is said. */
export async function trying<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (problem) {
    toasts.say(problem instanceof Error ? problem.message : String(problem));
    return undefined;
  }
}
