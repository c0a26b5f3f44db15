/** What this browser has chosen: name, language, light, sound, and how it likes to play. */

import { houseTexts } from "./rooms";
import type { Lang, Say } from "./table";
import { Words } from "./words";

export type Theme = "light" | "dark" | "";
/** Who throws one's dice: oneself by a tap, or they fall by themselves. */
export type Throws = "self" | "auto";
export type Pace = "calm" | "normal" | "quick";
export type Motion = "less" | "normal";
export type Numbers = "comma" | "point";
interface Chosen {
  lang?: Lang; theme?: Theme; sound?: boolean; vibrate?: boolean; notify?: boolean; confirm?: boolean; throws?: Throws; pace?: Pace; motion?: Motion;
  numbers?: Numbers; name?: string; lobby?: unknown;
}

const KEY = "spieltisch.home";

function read(): Chosen {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

export function browserLang(languages: readonly string[]): Lang {
  for (const tag of languages) {
    const lang = tag.slice(0, 2).toLowerCase();
    if (lang === "de" || lang === "en") return lang;
  }
  return "de";
}

class Home {
  #chosen = $state<Chosen>(read());
  #system = $state<Lang>(browserLang(navigator.languages ?? []));
  readonly lang: Lang = $derived(this.#chosen.lang ?? this.#system);
  readonly words = $derived(new Words(this.lang, houseTexts(this.lang)));
  readonly theme: Theme = $derived(this.#chosen.theme ?? "");
  readonly sound: boolean = $derived(this.#chosen.sound ?? !isPhone());
  readonly notify: boolean = $derived(this.#chosen.notify ?? false);
  readonly name: string = $derived(this.#chosen.name ?? "");
  readonly vibrate: boolean = $derived(this.#chosen.vibrate ?? true);
  /** Does a move wait for a second word where it cannot be taken back? */
  readonly confirm: boolean = $derived(this.#chosen.confirm ?? true);
  readonly throws: Throws = $derived(this.#chosen.throws ?? "self");
  readonly pace: Pace = $derived(this.#chosen.pace ?? "normal");
  readonly motion: Motion = $derived(this.#chosen.motion ?? (prefersStill() ? "less" : "normal"));
  readonly numbers: Numbers = $derived(this.#chosen.numbers ?? (this.lang === "de" ? "comma" : "point"));

  say: Say = (path, details) => this.words.say(path, details);

  get lobby(): unknown {
    return this.#chosen.lobby;
  }

  choose(change: Chosen): void {
    this.#chosen = { ...this.#chosen, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#chosen));
    } catch {
      /* then it lasts as long as this page */
    }
  }

  get isDark(): boolean {
    return this.theme === "dark" || (this.theme === "" && matchMedia("(prefers-color-scheme: dark)").matches);
  }

  /** The locale in which numbers are written. */
  get figures(): string {
    return this.numbers === "comma" ? "de" : "en";
  }

  switchTheme(): void {
    this.choose({ theme: this.isDark ? "light" : "dark" });
  }
}

function prefersStill(): boolean {
  return typeof matchMedia !== "function" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function isPhone(): boolean {
  return typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;
}

export const home = new Home();
