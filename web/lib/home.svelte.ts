/** What this browser has chosen: language, light, sound, name. */

import { houseTexts } from "./rooms";
import type { Lang, Say } from "./table";
import { Words } from "./words";

export type Theme = "light" | "dark" | "";
interface Chosen { lang?: Lang; theme?: Theme; sound?: boolean; notify?: boolean; name?: string; lobby?: unknown }

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

  switchTheme(): void {
    this.choose({ theme: this.isDark ? "light" : "dark" });
  }
}

function isPhone(): boolean {
  return typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;
}

export const home = new Home();
