// A real server on a free port with a fresh folder, and a real browser.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import axe from "axe-core";
import { chromium } from "playwright-core";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
export const SHOTS = join(ROOT, "tests", "page", "shots");

function found(names) {
  for (const name of names) {
    try {
      return execFileSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim();
    } catch {
      /* the next one */
    }
  }
  throw new Error(`none of ${names.join(", ")} is installed`);
}

const own = join(ROOT, ".venv", "bin", "python");
const python = process.env.PYTHON ?? (existsSync(own) ? own : "python3");
const env = { ...process.env, PYTHONPATH: process.env.PYTHONPATH ?? join(ROOT, "src"), PYTHONUNBUFFERED: "1" };

/** A command of ours, and what it prints. */
export const command = (...words) => execFileSync(python, ["-m", "spieltisch", ...words], { cwd: ROOT, env, encoding: "utf8" });

/** A server in a folder of its own, once everything is compiled; where it is, and how to stop it. */
export async function startServer(...options) {
  const data = mkdtempSync(join(tmpdir(), "spieltisch-page-"));
  const server = spawn(python, ["-m", "spieltisch", "serve", "--port", "0", "--data", data, ...options], { cwd: ROOT, env, stdio: ["ignore", "pipe", "inherit"] });
  const base = await new Promise((done, failed) => {
    let said = "";
    server.stdout.on("data", (text) => {
      said += text;
      const url = /http:\/\/[\d.]+:\d+/.exec(said);
      if (url) done(url[0]);
    });
    server.on("exit", (code) => failed(new Error(`the server ended with ${code}: ${said}`)));
  });
  while ("ready" in (await (await fetch(`${base}/healthz`)).json())) await new Promise((done) => setTimeout(done, 500)); // compiling, on a new machine
  const stop = async () => {
    server.removeAllListeners("exit");
    server.kill("SIGTERM");
    await new Promise((done) => server.on("exit", done));
    rmSync(data, { recursive: true, force: true });
  };
  return { base, stop };
}

export async function openHouse() {
  mkdirSync(SHOTS, { recursive: true });
  const { base, stop } = await startServer();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? found(["chromium", "chromium-browser", "google-chrome"]),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  const games = await (await fetch(`${base}/api/games`)).json();
  const close = async () => {
    await browser.close();
    await stop();
  };
  return { base, browser, games, close };
}

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const DESKTOP = { viewport: { width: 1280, height: 800 } };

/** Somebody with a browser of their own. Whatever its console complains about is kept. */
export async function visitor(house, { size = PHONE, lang = "de", theme = "light", motion = false, workers = "block" } = {}) {
  const context = await house.browser.newContext({
    ...size,
    serviceWorkers: workers, // whoever tests the page against a server wants to see that server
    baseURL: house.base,
    locale: lang === "de" ? "de-DE" : "en-GB",
    colorScheme: theme,
    reducedMotion: motion ? "no-preference" : "reduce",
  });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const complaints = [];
  const isOurs = (message) => ["error", "warning"].includes(message.type()) && !message.text().includes("blocked by Playwright");
  page.on("console", (message) => isOurs(message) && complaints.push(message.text()));
  page.on("pageerror", (problem) => complaints.push(String(problem.stack ?? problem)));
  return { page, context, complaints, close: () => context.close() };
}

/** What axe finds that is serious or worse, in words. */
export async function serious(page) {
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))));
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, any, all }) => `${html.slice(0, 160)} ${[...any, ...all].map(({ message }) => message).join("; ").slice(0, 160)}`).join(" | ")}`);
}

export async function shoot(page, name) {
  for (const theme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme: theme });
    await page.screenshot({ path: join(SHOTS, `${name}-${theme}.png`) });
  }
}

/** How far the page can be scrolled sideways: never. */
export const sideways = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
