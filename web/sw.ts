/** The service worker: everything that the page is made of is kept on the device after the first visit, so that it starts without a network.
 *  A new version is fetched whole beside the old one and waits until nobody uses that any more, or until the page says so. */

/** What was built, without this file; filled in when the page is built (vite.config.ts). A site that is written anew may change it. */
declare const BUILT: { version: string; files: string[] };

interface Waitable extends Event { waitUntil(work: Promise<unknown>): void }
interface Fetching extends Waitable { request: Request; respondWith(answer: Promise<Response>): void }
interface Scope {
  registration: { scope: string };
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(kind: "install" | "activate", act: (event: Waitable) => void): void;
  addEventListener(kind: "fetch", act: (event: Fetching) => void): void;
  addEventListener(kind: "message", act: (event: MessageEvent) => void): void;
}

const worker = self as unknown as Scope;
const OURS = "spieltisch ";
const NAME = OURS + BUILT.version;
const PAGE = "./";
const AT_ONCE = 6;
const TRIES = 5;
const PATIENCE = 5000; // ms, where the server has heard enough for a while
const HASHED = /^assets\//;
const SERVERS = /^(api|ws|healthz|metrics)(\/|$)/; // paths that are never the page's
const KEPT = 2; // versions: a page of the one before may still fetch parts of itself

const scope = new URL(worker.registration.scope);
const address = (file: string): string => new URL(file, scope).href;

worker.addEventListener("install", (event) => event.waitUntil(fill()));
worker.addEventListener("activate", (event) => event.waitUntil(tidy().then(() => worker.clients.claim())));
worker.addEventListener("message", ({ data }) => { if (data === "go") void worker.skipWaiting(); });
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  const path = url.pathname.slice(scope.pathname.length);
  if (BUILT.files.includes(path) || HASHED.test(path)) event.respondWith(kept(address(path), request));
  else if (request.mode === "navigate" && !SERVERS.test(path)) event.respondWith(kept(address(PAGE), request));
});

/** Every file, a few at a time; what an earlier version has under the same hash is taken from there. All or nothing. */
async function fill(): Promise<void> {
  const cache = await caches.open(NAME);
  const waiting = [PAGE, ...BUILT.files];
  const work = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) await add(cache, file);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function add(cache: Cache, file: string): Promise<void> {
  const before = HASHED.test(file) ? await caches.match(address(file)) : undefined;
  const answer = before ?? (await fetched(file));
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  await cache.put(address(file), answer.redirected ? new Response(await answer.blob(), { headers: answer.headers }) : answer);
}

/** A file from the network; a server to which many come at once may ask for patience. */
async function fetched(file: string, tries = TRIES): Promise<Response> {
  const answer = await fetch(address(file), { cache: HASHED.test(file) ? "default" : "no-cache" });
  if (answer.status !== 429 || tries === 1) return answer;
  await new Promise((done) => setTimeout(done, PATIENCE));
  return fetched(file, tries - 1);
}

async function tidy(): Promise<void> {
  const ours = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== NAME);
  await Promise.all(ours.slice(0, Math.max(0, ours.length - KEPT + 1)).map((name) => caches.delete(name)));
}

/** What this version has; else what any has; else the network. */
async function kept(url: string, request: Request): Promise<Response> {
  const found = (await (await caches.open(NAME)).match(url)) ?? (await caches.match(url));
  return found ?? fetch(request);
}
