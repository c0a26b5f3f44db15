/** One room with one fixture: /dev.html?room=KEY&fixture=middle&theme=dark&lang=en&seat=0 (not part of the build). */
import { mount } from "svelte";
import "./page.css";
import Dev from "./Dev.svelte";
import { fake } from "./lib/fake";
import { loadTable, roomTexts } from "./lib/rooms";
import type { Lang } from "./lib/table";

const fixtures = import.meta.glob("../src/spieltisch/games/*/tests/fixtures/*.json", { import: "default" });
const asked = new URLSearchParams(location.search);
const room = (asked.get("room") ?? "").replaceAll("_", "-");
const lang = (asked.get("lang") ?? "de") as Lang;
const theme = asked.get("theme");
if (theme) document.documentElement.dataset.theme = theme;
document.documentElement.lang = lang;
const folder = `../src/spieltisch/games/${room.replaceAll("-", "_")}`;
const fixture: any = await fixtures[`${folder}/tests/fixtures/${asked.get("fixture") ?? "start"}.json`]?.();
const module = await loadTable(room);
if (!fixture || !module) document.body.textContent = `?room= one of: ${Object.keys(fixtures).join("  ")}`;
else {
  const told = fixture.view ? fixture : { view: fixture };
  const table = fake({
    game: room, ...told, lang, texts: await roomTexts(room, lang, told.view?.options ?? {}),
    ...(asked.has("seat") ? { seat: asked.get("seat") === "" ? null : Number(asked.get("seat")) } : {}),
  });
  Object.assign(window, { table });
  mount(Dev, { target: document.getElementById("app")!, props: { table, module } });
}
