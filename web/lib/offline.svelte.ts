/** The page kept on this device: installed after the first visit, renewed beside the one in use. A new version takes over when the page is
 *  opened the next time, or at once if somebody says so; games are in the log and wait. */

import { isSite } from "./server";

const SAID = "spieltisch.updated";
const AGAIN = 60 * 60 * 1000;

class Offline {
  /** A new version that waits. */
  waiting = $state.raw<ServiceWorker | null>(null);

  /** Begin; returns whether the page was renewed just now. */
  start(): boolean {
    if ("serviceWorker" in navigator && import.meta.env.PROD) void this.register().catch(() => undefined); // then it needs the network, as it used to
    return wasUpdated();
  }

  /** Change over to the new version. */
  go(): void {
    const { waiting } = this;
    if (!waiting) return;
    navigator.serviceWorker.addEventListener("controllerchange", () => { remember(); location.reload(); }, { once: true });
    waiting.postMessage("go");
  }

  private async register(): Promise<void> {
    const registration = await navigator.serviceWorker.register(isSite ? "sw.js" : "/sw.js", { updateViaCache: "none" });
    this.found(registration.waiting);
    if (this.waiting) return this.go(); // it has waited since the last time
    registration.addEventListener("updatefound", () => {
      const coming = registration.installing;
      coming?.addEventListener("statechange", () => { if (coming.state === "installed") this.found(registration.waiting); });
    });
    setInterval(() => void registration.update().catch(() => undefined), AGAIN);
  }

  private found(worker: ServiceWorker | null): void {
    if (worker && navigator.serviceWorker.controller) this.waiting = worker;
  }
}

function remember(): void {
  try {
    sessionStorage.setItem(SAID, "1");
  } catch {
    /* then nobody is told */
  }
}

function wasUpdated(): boolean {
  try {
    const said = sessionStorage.getItem(SAID);
    sessionStorage.removeItem(SAID);
    return said !== null;
  } catch {
    return false;
  }
}

export const offline = new Offline();
