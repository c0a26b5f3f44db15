/** A link handed on: by the device's own way of sharing, else copied. */

import { api } from "./api";
import { home } from "./home.svelte";
import { toasts, trying } from "./toasts.svelte";
import { linkTo } from "./way.svelte";

export const linkOf = (table: string): string => linkTo(`/t/${table}`);

/** Copy a link; false where the browser does not allow it. */
export async function copied(link: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(link);
    toasts.say(home.say("invite.copied"), "link");
    return true;
  } catch {
    return false;
  }
}

export async function shareTable(table: string, title: string, known = false): Promise<void> {
  const url = linkOf(table);
  if (!("share" in navigator)) {
    if (!(await copied(url))) toasts.say(url, "link", 12_000);
    return;
  }
  try {
    await (navigator as Navigator).share({ title: home.say("app"), text: home.say(known ? "invite.text_known" : "invite.text", { title }), url });
  } catch {
    /* they changed their mind */
  }
}

/** A game's log as a file. */
export async function saveLog(table: string): Promise<void> {
  const log = await trying(() => api.log(table));
  if (log === undefined) return;
  const file = URL.createObjectURL(new Blob([log], { type: "application/jsonl" }));
  Object.assign(document.createElement("a"), { href: file, download: `spieltisch-${table}.jsonl` }).click();
  setTimeout(() => URL.revokeObjectURL(file), 10_000);
}
