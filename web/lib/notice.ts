/** Tell somebody who looks elsewhere that it is their turn. */

export const canNotify = (): boolean => typeof Notification === "function";

export async function mayNotify(): Promise<boolean> {
  if (!canNotify()) return false;
  return Notification.permission === "granted" || (await Notification.requestPermission()) === "granted";
}

export function notify(title: string, text: string): void {
  if (!canNotify() || Notification.permission !== "granted" || !document.hidden) return;
  try {
    const note = new Notification(title, { body: text, icon: "/icon-192.png", tag: "spieltisch-turn" });
    note.onclick = () => { focus(); note.close(); };
  } catch {
    /* some phones allow this only to a service worker */
  }
}
