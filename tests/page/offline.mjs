// Without a server: the page as plain files below a folder, with the host switched off; and what happens when something dies, is full, or is new.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { command, DESKTOP, PHONE, serious, startServer, visitor } from "./house.mjs";
import { playOn, press, standing, until } from "./play.mjs";
import { plainHost } from "./site.mjs";

// what a browser does where nothing may be kept, and where there is no room
const BROKEN = {
  forbidden: 'Object.defineProperty(self, "indexedDB", { get() { throw new DOMException("no", "SecurityError"); } });',
  full: 'IDBObjectStore.prototype.add = () => { throw new DOMException("full", "QuotaExceededError"); };',
};
const FOLDER = "games/here";

/** A site on a plain host, and somebody who has visited it once. */
async function siteWith(house, size = DESKTOP) {
  const folder = mkdtempSync(join(tmpdir(), "spieltisch-site-"));
  command("site", join(folder, FOLDER));
  const host = await plainHost(folder);
  const ada = await visitor({ ...house, base: host.base }, { size, workers: "allow" });
  await ada.page.goto(`/${FOLDER}/`);
  await ada.page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated", undefined, { timeout: 60_000 });
  const close = async () => {
    await ada.close();
    await host.off().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...ada, host, folder, close };
}

async function against(page, level, game) {
  if (game) await page.locator(`[data-game="${game}"]`).click();
  await page.locator(".seat").nth(1).click();
  await page.locator("dialog[open]").getByRole("button", { name: level }).click();
  await page.locator("dialog[open] .btn.main").click();
  await page.locator("button.go").click();
  await page.waitForSelector(".play");
}

const lineCount = (page) =>
  page.evaluate(() => new Promise((done) => {
    const asked = indexedDB.open("spieltisch");
    asked.onsuccess = () => {
      const lines = asked.result.transaction("lines").objectStore("lines").count();
      lines.onsuccess = () => { asked.result.close(); done(lines.result); };
    };
  }));
const asked = async (page) => { for (let tries = 0; tries < 400 && (await standing(page)) !== "act"; tries++) await page.waitForTimeout(50); };
const tableWorker = (page) => page.workers().find((worker) => /\/host-/.test(worker.url()));

async function inMenu(page, text) {
  await page.getByRole("button", { name: "Menü", exact: true }).click();
  await page.locator("dialog[open] .go", { hasText: text }).click();
}

async function saved(page, act) {
  const [file] = await Promise.all([page.waitForEvent("download"), act()]);
  return readFileSync(await file.path(), "utf8");
}

export function offlineTests(house) {
  test("in flight mode: start, a whole game against a master with a reload in mid-turn, review, replay, and the log for the command line", async () => {
    const { context, page: first, host, complaints, close } = await siteWith(house);
    await host.off();
    await first.close();
    const page = await context.newPage();
    await page.goto(`${host.base}/${FOLDER}/`);
    await page.waitForSelector(".tile svg");
    assert.deepEqual(await serious(page), []);
    assert.equal(await page.getByRole("button", { name: "per Link", exact: true }).count(), 0, "nobody elsewhere can come");
    await against(page, "meisterlich");
    assert.match(page.url(), new RegExp(`/${FOLDER}/#/t/local-`));
    await playOn([page], { enough: (presses) => presses >= 6, seconds: 120 });
    await asked(page);
    const before = await lineCount(page);
    await page.reload();
    await page.waitForSelector(".play");
    await asked(page);
    assert.ok((await lineCount(page)) >= before, "nothing is lost");
    await playOn([page], { seconds: 300 });
    await page.waitForSelector(".verdict", { timeout: 120_000 });
    await page.getByRole("button", { name: "Teilen" }).click();
    const log = await saved(page, () => page.getByRole("button", { name: "Partie als Datei speichern" }).click());
    await page.keyboard.press("Escape");
    assert.match(command("review", ...asFile(log)), /\S/);
    await page.getByRole("button", { name: "Würfel prüfen" }).click();
    await page.getByText("also gibt es nichts nachzurechnen").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Nachspielen" }).click();
    await page.waitForSelector(".replay");
    assert.deepEqual(complaints, []);
    await close();
  });

  test("a new version comes beside the old one, says so, and the running game goes on", async () => {
    const { page, folder, complaints, close } = await siteWith(house, PHONE);
    await against(page, "gemütlich");
    await playOn([page], { enough: (presses) => presses >= 3, seconds: 60 });
    const before = await lineCount(page);
    command("site", join(folder, FOLDER), "--server", house.base);
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
    await page.getByText("Eine neue Fassung ist da").waitFor({ timeout: 60_000 });
    assert.deepEqual(await serious(page), []);
    await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Jetzt wechseln" }).click()]);
    await page.getByText("auf dem neuesten Stand").waitFor();
    await page.waitForSelector(".play");
    assert.equal(await page.evaluate(() => document.querySelector('meta[name="spieltisch-site"]').content), house.base);
    assert.ok((await lineCount(page)) >= before);
    await asked(page);
    await playOn([page], { enough: (presses) => presses >= 2, seconds: 60 });
    assert.deepEqual(complaints, []);
    await close();
  });

  test("a worker that dies, or does not answer, is started again from the log, and a move is made exactly once", async () => {
    const ada = await visitor(house, { size: DESKTOP });
    await ada.page.goto("/");
    await ada.page.locator("button.go").click();
    await ada.page.waitForURL("**/t/local-*");
    await ada.page.waitForSelector(".play");
    await asked(ada.page);
    const before = await lineCount(ada.page);
    const first = tableWorker(ada.page);
    await first.evaluate(() => { setTimeout(() => { throw new Error("dead"); }); });
    await until(() => ![undefined, first].includes(tableWorker(ada.page)), { what: "another worker" });
    await ada.page.waitForFunction(() => !document.querySelector(".notes .note"));
    await asked(ada.page);
    assert.equal(await lineCount(ada.page), before);
    void tableWorker(ada.page).evaluate(() => { for (;;); }).catch(() => undefined);
    await press(ada.page);
    await playOn([ada.page], { enough: (presses) => presses >= 6, seconds: 60 });
    await asked(ada.page);
    const log = await saved(ada.page, () => inMenu(ada.page, "Partie als Datei speichern"));
    assert.match(command("replay", ...asFile(log)), /\S/);
    await ada.close();
  });

  for (const [what, broken] of Object.entries(BROKEN))
    test(`with a store that is ${what} the game goes on, and the page says that it will not be kept`, async () => {
      const ada = await visitor(house, { size: PHONE });
      await ada.page.route(/\/assets\/host-[^/]*\.js$/, async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, body: broken + (await answer.text()) });
      });
      await ada.page.goto("/");
      await ada.page.locator("button.go").click();
      await ada.page.waitForSelector(".play");
      await ada.page.getByText("hebt gerade nichts auf").waitFor();
      await playOn([ada.page], { enough: (presses) => presses >= 4, seconds: 60 });
      assert.deepEqual(ada.complaints, []);
      await ada.close();
    });

  test("a saved game is opened again; one that is damaged, newer or of another game gets a sentence", async () => {
    const ada = await visitor(house, { size: PHONE });
    await ada.page.goto("/");
    await ada.page.locator("button.go").click();
    await ada.page.waitForSelector(".play");
    await playOn([ada.page], { enough: (presses) => presses >= 3, seconds: 60 });
    const log = await saved(ada.page, () => inMenu(ada.page, "Partie als Datei speichern"));
    await ada.page.goto("/");
    const open = (text) => ada.page.locator("input[type=file]").setInputFiles({ name: "partie.jsonl", mimeType: "text/plain", buffer: Buffer.from(text) });
    for (const [text, sentence] of [
      [log.slice(0, -7), /partie\.jsonl lässt sich nicht öffnen\. Zeile \d+/],
      [log.replace('"spieltisch": 1', '"spieltisch": 2'), /Version 2 kenne ich nicht/],
      [log.replace(/"game": "[^"]*"/, '"game": "schach"'), /Ein Spiel «schach» gibt es hier nicht/],
      ["\u0000\u0001", /keine vollständige JSON-Zeile/],
      ["", /Dieses Protokoll ist leer/],
    ]) {
      await open(text);
      await ada.page.getByText(sentence).last().waitFor();
    }
    assert.equal(await ada.page.locator(".mytables li").count(), 1, "nothing was added, nothing is lost");
    await open(log);
    await ada.page.waitForSelector(".play");
    await playOn([ada.page], { enough: (presses) => presses >= 2, seconds: 60 });
    await ada.close();
  });

  test("a site of plain files whose tables with friends are at a server elsewhere", async () => {
    const folder = mkdtempSync(join(tmpdir(), "spieltisch-site-"));
    const host = await plainHost(folder);
    const server = await startServer("--allow-origin", host.base);
    command("site", join(folder, FOLDER), "--server", server.base);
    const [ada, bo] = [await visitor({ ...house, base: host.base }, { size: PHONE }), await visitor({ ...house, base: host.base }, { size: DESKTOP })];
    await ada.page.goto(`/${FOLDER}/`);
    await ada.page.getByRole("button", { name: "per Link", exact: true }).click();
    await ada.page.locator("button.go").click();
    await ada.page.getByRole("textbox", { name: "Name" }).fill("Ada");
    await ada.page.getByRole("button", { name: "Weiter", exact: true }).click();
    await ada.page.waitForSelector(".qr");
    const link = await ada.page.locator(".invite input").inputValue();
    assert.match(link, new RegExp(`^${host.base}/${FOLDER}/#/t/[0-9a-f]{16}$`));
    await bo.page.goto(link);
    await bo.page.getByRole("textbox").first().fill("Bo");
    await bo.page.locator("form .btn.main").click();
    for (const { page } of [ada, bo]) await page.waitForSelector(".play");
    await playOn([ada.page, bo.page], { enough: (presses) => presses >= 8, seconds: 90 });
    for (const one of [ada, bo]) {
      assert.deepEqual(one.complaints, []);
      await one.close();
    }
    await server.stop();
    await host.off();
    rmSync(folder, { recursive: true, force: true });
  });

  test("while the server compiles, a table with friends says how far it is and opens by itself; alone one plays at once", async () => {
    const ada = await visitor(house, { size: PHONE });
    let isReady = false;
    await ada.page.route("**/api/tables", (route) =>
      route.request().method() !== "POST" || isReady ? route.continue() : route.fulfill({ status: 503, json: { refused: { reason: "getting_ready", text: "40 % sind fertig." } } }));
    await ada.page.goto("/");
    await ada.page.locator("button.go").click();
    await ada.page.waitForURL("**/t/local-*");
    await ada.page.goto("/");
    await ada.page.getByRole("button", { name: "per Link", exact: true }).click();
    await ada.page.locator("button.go").click();
    await ada.page.getByRole("textbox", { name: "Name" }).fill("Ada");
    await ada.page.getByRole("button", { name: "Weiter", exact: true }).click();
    await ada.page.getByText("40 % sind fertig.").waitFor();
    isReady = true;
    await ada.page.waitForSelector(".qr");
    await ada.close();
  });

  test("a page that came from a server starts without it, at any of its addresses", async () => {
    const ada = await visitor(house, { size: PHONE, workers: "allow" });
    await ada.page.goto("/");
    await ada.page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated", undefined, { timeout: 60_000 });
    await ada.page.locator("button.go").click();
    await ada.page.waitForURL("**/t/local-*");
    await ada.context.setOffline(true);
    await ada.page.reload();
    await ada.page.waitForSelector(".play");
    await playOn([ada.page], { enough: (presses) => presses >= 2, seconds: 60 });
    await ada.page.goto("/about");
    await ada.page.getByRole("heading", { level: 1 }).waitFor();
    await ada.close();
  });

  test("friends are brought in: the running game moves to the server, and goes on with somebody who has the link", async () => {
    const ada = await visitor(house, { size: PHONE });
    const bo = await visitor(house, { size: DESKTOP });
    await ada.page.goto("/");
    await ada.page.locator("button.go").click();
    await ada.page.waitForURL("**/t/local-*");
    await ada.page.waitForSelector(".play");
    await playOn([ada.page], { enough: (presses) => presses >= 3, seconds: 60 });
    await inMenu(ada.page, "Freunde dazuholen");
    await ada.page.getByText("zieht mit ihrem ganzen Protokoll").waitFor();
    assert.deepEqual(await serious(ada.page), []);
    await ada.page.getByRole("button", { name: "Umziehen" }).click();
    await ada.page.waitForSelector(".qr");
    const { pathname } = new URL(ada.page.url());
    assert.doesNotMatch(pathname, /local-/);
    await bo.page.goto(pathname);
    await bo.page.getByRole("textbox").first().fill("Bo");
    await bo.page.locator("form .btn.main").click();
    for (const { page } of [ada, bo]) await page.waitForSelector(".play");
    await playOn([ada.page, bo.page], { enough: (presses) => presses >= 8, seconds: 90 });
    await ada.page.goto("/");
    await ada.page.waitForSelector(".mytables li");
    assert.equal(await ada.page.locator(".mytables li").count(), 1, "the one at the server; the one here is closed");
    for (const one of [ada, bo]) {
      assert.deepEqual(one.complaints, []);
      await one.close();
    }
  });
}

function asFile(text) {
  const file = join(mkdtempSync(join(tmpdir(), "spieltisch-log-")), "game.jsonl");
  writeFileSync(file, text);
  return [file];
}
