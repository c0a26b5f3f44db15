// The whole page in a real browser against a real server. One script: `npm run test:page`.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { DESKTOP, openHouse, PHONE, serious, shoot, SHOTS, sideways, visitor } from "./house.mjs";
import { aroundTests } from "./around.mjs";
import { legsTests } from "./legs.mjs";
import { lowTests } from "./low.mjs";
import { narrowTests } from "./narrow.mjs";
import { listenForTips, openTable, playOn, playTip, press, standing, touch, type, until, withoutPauses } from "./play.mjs";

const house = await openHouse();
after(() => house.close());
const people = (...kinds) => kinds.map((kind, n) => ({ kind, name: kind === "open" ? "" : `P${n}`, ...(kind === "bot" ? { level: house.games[0].levels[1] } : {}) })); // quick ones

async function isSound(page, where) {
  assert.deepEqual(await serious(page), [], `axe: ${where}`);
  assert.ok((await sideways(page)) <= 1, `scrolls sideways: ${where}`);
}

async function isSoundInBothLights(page, where) {
  for (const colorScheme of ["dark", "light"]) {
    await page.emulateMedia({ colorScheme });
    await isSound(page, `${where}, ${colorScheme}`);
  }
}

const place = (page) => page.locator(".deck input").inputValue();
const isElsewhere = (page, before) => page.waitForFunction((old) => document.querySelector(".deck input").value !== old, before);

/** A moment opens the replay at its point, and its pin on the curve leads back there. */
async function lookAtLastMoment(page, name) {
  const link = await page.locator(".mo").last().getAttribute("href");
  await page.locator(".mo").last().click();
  await page.waitForSelector(".deck .curve .here", { state: "attached" }); // a line without width is "hidden"
  assert.ok(page.url().endsWith(link));
  const there = await place(page);
  assert.notEqual(there, "0");
  await isSoundInBothLights(page, "replay with the curve");
  await shoot(page, `${name}-moment-phone`);
  await page.keyboard.press("Home");
  await isElsewhere(page, there);
  await page.locator(".deck .pin").last().click();
  await page.waitForFunction((before) => document.querySelector(".deck input").value === before, there);
  await page.goBack();
}

/** A game played again from its beginning: by arrow keys, and by a tap on the end of the curve. */
async function replay(page, name) {
  await page.getByRole("button", { name: "Nachspielen" }).click();
  await page.waitForSelector(".deck .curve");
  const first = await page.locator(".now").textContent();
  for (let step = 0; step < 6; step++) await page.keyboard.press("ArrowRight");
  await page.waitForFunction((text) => document.querySelector(".now").textContent !== text, first);
  assert.equal(await place(page), "6");
  assert.equal(await page.locator(".mine .acts:visible").count(), 0, "nothing to press where nothing can be done");
  await isSoundInBothLights(page, "replay");
  await shoot(page, `${name}-replay-phone`);
  const { width } = await page.locator(".deck .curve").boundingBox();
  await page.locator(".deck .curve").click({ position: { x: width - 10, y: 60 } });
  await isElsewhere(page, "6");
  for (let step = 0; step < 30; step++) {
    assert.doesNotMatch(await page.locator(".now").textContent(), /[.!?][A-ZÄÖÜ]/, "a space between sentences");
    await page.keyboard.press("ArrowLeft");
  }
  await page.keyboard.press("End");
  await page.goBack();
}

describe("the page", { concurrency: 2 }, () => {
  narrowTests(house);
  lowTests(house);
  aroundTests(house);
  legsTests(house);

  test("the lobby: small, sound, in both languages and lights, at any size", async () => {
    const { page, complaints, close } = await visitor(house, { size: PHONE });
    await page.goto("/");
    await page.waitForSelector(".tile svg");
    const bytes = await page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => /\.(js|css)$/.test(name)).reduce((sum, entry) => sum + entry.encodedBodySize, 0));
    console.log(`first load of the lobby: ${(bytes / 1000).toFixed(1)} kB of scripts and styles`);
    assert.ok(bytes > 10_000 && bytes <= 120_000, `${bytes} bytes`);
    assert.equal(await page.locator(".tile").count(), house.games.length);
    await isSoundInBothLights(page, "lobby");
    await shoot(page, "lobby-phone");
    await page.locator(".seat").nth(1).click();
    await page.waitForSelector("dialog[open]");
    await isSound(page, "seat sheet");
    await page.keyboard.press("Escape");
    await page.locator("summary").click();
    await page.getByRole("switch", { name: "Tipps erlaubt" }).waitFor();
    await isSound(page, "house rules");
    await page.getByRole("button", { name: "EN, English" }).click();
    await page.waitForSelector("html[lang=en]");
    assert.match(await page.locator("h1").textContent(), /What shall we play/);
    for (const width of [360, 820, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      assert.equal(await sideways(page), 0, `lobby at ${width}`);
    }
    await shoot(page, "lobby-desktop");
    await page.setViewportSize(PHONE.viewport);
    await page.addStyleTag({ content: "html { font-size: 200% }" }).catch(() => undefined);
    assert.equal(await sideways(page), 0, "lobby at 200 %");
    assert.deepEqual(complaints, []);
    await close();
  });

  test("a table is deleted for good when both agree, and is gone from both lobbies", async () => {
    const ada = await visitor(house, { size: PHONE });
    const bo = await visitor(house, { lang: "en", size: DESKTOP });
    const table = await openTable(house, ada, house.games[0].key, people("me", "open"));
    await bo.page.goto(`/t/${table}`);
    await bo.page.getByRole("textbox").first().fill("Bo");
    await bo.page.locator("form .btn.main").click();
    await bo.page.waitForSelector(".play"); // seated: now both have to agree
    await ada.page.goto(`/t/${table}`);
    await ada.page.getByRole("button", { name: "Menü" }).click();
    await ada.page.getByRole("button", { name: /Tisch löschen/ }).click();
    await ada.page.getByRole("heading", { name: "Diesen Tisch löschen?" }).waitFor();
    await isSoundInBothLights(ada.page, "delete?");
    await ada.page.getByRole("button", { name: "Für immer löschen" }).click();
    await ada.page.getByText("Es fehlt noch: Bo").waitFor();
    await bo.page.getByText(/this table is to be deleted/).waitFor();
    await bo.page.getByRole("button", { name: "Menu" }).click();
    await bo.page.getByRole("button", { name: /Delete table/ }).getByText("1 of 2 agree").waitFor();
    await bo.page.getByRole("button", { name: /Delete table/ }).click();
    await shoot(bo.page, "delete-desktop");
    await bo.page.getByRole("button", { name: "Delete for good" }).click();
    await bo.page.waitForURL("**/");
    await bo.page.waitForSelector(".tile svg");
    await ada.page.waitForSelector(".nowhere");
    for (const { page } of [ada, bo]) assert.equal(await page.evaluate((id) => JSON.parse(localStorage.getItem("spieltisch.tables") ?? "{}")[id], table), undefined, "no key is left");
    assert.equal((await fetch(`${house.base}/api/tables/${table}`)).status, 404);
    assert.deepEqual([...ada.complaints, ...bo.complaints].filter((text) => !text.includes("404")), []);
    await ada.close();
    await bo.close();
  });

  test("rules, about and nowhere; the back button leads back", async () => {
    const { page, complaints, close } = await visitor(house, { lang: "en", size: DESKTOP });
    await page.goto("/");
    await page.waitForSelector(".tile svg");
    for (const game of house.games) {
      await page.locator(`[data-game="${game.key}"]`).click();
      await page.locator(`a[href="/rules/${game.key}"]`).click();
      await page.waitForSelector(".rules h2");
      await isSoundInBothLights(page, `rules of ${game.key}`);
      await page.goBack();
      await page.waitForSelector(".tile");
    }
    await page.goto("/about");
    await page.waitForSelector(".about li");
    await isSoundInBothLights(page, "about");
    await page.goto("/t/nothere");
    await page.waitForSelector(".nowhere");
    await isSound(page, "no such table");
    await page.goto("/what/is/this");
    await page.waitForSelector(".nowhere");
    assert.deepEqual(complaints, []);
    await close();
  });

  test("known dice are said large before anybody sits down, and during the game; onlookers open none", async () => {
    const [ada, bo, eve] = await Promise.all([visitor(house), visitor(house, { lang: "en" }), visitor(house, { size: DESKTOP })]);
    const table = await openTable(house, ada, house.games[0].key, people("me", "bot"));
    await ada.page.goto(`/t/${table}`);
    await playOn([ada.page]);
    const again = "Gleiche Würfel für eine andere Runde";
    await eve.page.goto(`/t/${table}`);
    await eve.page.waitForSelector(".ranks");
    assert.equal(await eve.page.getByRole("button", { name: again }).count(), 0);

    // the same dice for another group: an open seat, and somebody with the link
    const made = await ada.page.evaluate(async (table) => {
      const { token } = JSON.parse(localStorage.getItem("spieltisch.tables"))[table];
      const seats = [{ kind: "me", name: "Ada" }, { kind: "open" }];
      const answer = await fetch(`/api/tables/${table}/duplicate`, { method: "POST", headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` }, body: JSON.stringify({ seats }) });
      return answer.json();
    }, table);
    await bo.page.goto(`/t/${made.table}`);
    await bo.page.waitForSelector(".known h2");
    assert.match(await bo.page.locator(".known").textContent(), /These dice have fallen before.*knows what is to come.*Nobody here adds chance/s);
    assert.ok((await bo.page.locator(".known").boundingBox()).y < (await bo.page.locator(".sit").boundingBox()).y, "above the place where one sits down");
    await shoot(bo.page, "known-join-phone");
    await isSoundInBothLights(bo.page, "known dice before sitting down");
    const large = await bo.page.addStyleTag({ content: "html { font-size: 200% }" });
    assert.ok((await sideways(bo.page)) <= 1, "known dice at 200 %");
    await large.evaluate((style) => style.remove());
    await bo.page.getByRole("button", { name: "Take the seat" }).click();
    await bo.page.waitForSelector(".play .chip.known");

    await ada.page.getByRole("button", { name: again }).click();
    await ada.page.waitForURL((url) => !url.pathname.endsWith(table));
    const chip = ada.page.locator(".play .chip.known");
    await chip.waitFor();
    await shoot(ada.page, "known-play-phone");
    await isSoundInBothLights(ada.page, "known dice at the table");
    await chip.click();
    assert.match(await ada.page.locator("dialog[open]").textContent(), /schon einmal gefallen/);
    await isSound(ada.page, "known dice in words");
    await ada.page.keyboard.press("Escape");
    await ada.page.locator(".ticker").click();
    await ada.page.locator("dialog[open] .log li", { hasText: "Bekannte Würfel" }).waitFor();
    for (const one of [ada, bo, eve]) {
      assert.deepEqual(one.complaints, []);
      await one.close();
    }
  });

  for (const game of house.games) {
    test(`${game.key}: a whole match of two people and a bot, from the lobby to the rematch`, async () => {
      const ada = await visitor(house, { size: PHONE, lang: "de" });
      const bo = await visitor(house, { size: DESKTOP, lang: "en", theme: "dark" });
      await withoutPauses(ada.page);
      await listenForTips(ada.page);
      await ada.page.goto("/");
      await ada.page.locator(`[data-game="${game.key}"]`).click();
      await ada.page.getByRole("button", { name: "3 Plätze" }).click();
      await ada.page.locator(".seat").nth(1).click();
      await ada.page.getByRole("radio", { name: /per Link/ }).click();
      await ada.page.getByRole("button", { name: "Fertig" }).click();
      await ada.page.getByRole("button", { name: "Los geht’s" }).click();
      await ada.page.getByRole("textbox", { name: "Name" }).fill("Ada"); // asked for: other people will sit here
      await ada.page.getByRole("button", { name: "Weiter", exact: true }).click();
      await ada.page.waitForSelector(".qr");
      await isSoundInBothLights(ada.page, "waiting");
      await bo.page.goto(new URL(ada.page.url()).pathname);
      await bo.page.getByLabel("What is your name?").fill("Bo <b>");
      await isSoundInBothLights(bo.page, "join");
      await bo.page.getByRole("button", { name: "Take the seat" }).click();
      for (const { page } of [ada, bo]) await page.waitForSelector(".play");
      await shoot(ada.page, `${game.key}-start-phone`);
      await shoot(bo.page, `${game.key}-start-desktop`);
      await isSoundInBothLights(ada.page, "table at the start");
      const large = await ada.page.addStyleTag({ content: "html { font-size: 200% }" });
      assert.ok((await sideways(ada.page)) <= 1, "table at 200 %");
      await ada.page.screenshot({ path: `${SHOTS}/${game.key}-large-phone.png`, fullPage: true });
      await large.evaluate((style) => style.remove());
      await playOn([ada.page, bo.page], { how: touch, enough: (presses) => presses >= 8 });

      // in mid-turn: reload, and the question is still there
      const isAsked = async () => (await ada.page.title()).startsWith("●") && (await standing(ada.page)) === "act";
      await until(isAsked, { doing: async () => (await standing(bo.page)) === "act" && press(bo.page), what: "Ada is asked" });
      await ada.page.reload();
      await ada.page.waitForSelector("[data-act]");
      if (await ada.page.locator('[data-act="throw"]').count()) await ada.page.locator('[data-act="throw"]').click();
      await ada.page.keyboard.press("t");
      await ada.page.waitForSelector(".coach b", { timeout: 60_000 });
      await shoot(ada.page, `${game.key}-tip-phone`);
      await isSoundInBothLights(ada.page, "tip");
      await playTip(ada.page);

      const middle = async () => {
        await shoot(ada.page, `${game.key}-middle-phone`);
        await shoot(bo.page, `${game.key}-middle-desktop`);
        await isSoundInBothLights(bo.page, "table in the middle, wide");
        await isSound(ada.page, "table in the middle, phone");

        // an onlooker sees the table and can press nothing; the sheets are sound
        const eve = await visitor(house, { size: DESKTOP, lang: "en" });
        await eve.page.goto(new URL(ada.page.url()).pathname);
        await eve.page.waitForSelector(".play");
        assert.notEqual(await standing(eve.page), "act");
        await isSound(eve.page, "onlooker");
        await eve.close();
        await ada.page.locator(".ticker").click();
        await ada.page.waitForSelector("dialog[open] .log li");
        await isSound(ada.page, "log");
        await ada.page.keyboard.press("Escape");
        await ada.page.getByRole("button", { name: "Menü", exact: true }).click();
        await isSound(ada.page, "menu");
        await ada.page.keyboard.press("Escape");
      };
      await playOn([ada.page, bo.page], { enough: (presses) => presses >= 10 });
      const known = async () => (await fetch(`${house.base}/api${new URL(ada.page.url()).pathname.replace("/t/", "/tables/")}`)).json();
      let table = await known();
      const waits = async () => { // a lucky match may be over by now, or with what a bot is just doing: look when it waits for a person
        table = await known();
        return table.state !== "running" || table.to_act.some((seat) => table.seats[seat].kind === "person");
      };
      await until(waits);
      if (table.state === "running") await middle();
      await playOn([ada.page, bo.page]);
      for (const { page } of [ada, bo]) {
        if ((await standing(page)) !== "end") await playOn([page]);
        await page.waitForSelector(".ranks");
      }
      for (const { page } of [ada, bo]) await page.waitForSelector(".gk .curve", { timeout: 120_000 });
      assert.match(await ada.page.locator(".rk.me").textContent(), /\d Tipp/);
      assert.ok(await ada.page.locator(".gk .curve .ln.me").count(), "my own line");
      const moments = await ada.page.locator(".mo").count();
      assert.ok(moments <= 3 && moments === (await ada.page.locator(".gk .pin").count()), `${moments} moments`);
      await shoot(ada.page, `${game.key}-end-phone`);
      await shoot(bo.page, `${game.key}-end-desktop`);
      for (const { page } of [ada, bo]) await isSoundInBothLights(page, "end");
      await bo.page.getByRole("button", { name: "Look at the table once more" }).click();
      await bo.page.waitForSelector(".play");
      await shoot(bo.page, `${game.key}-final-desktop`);
      await isSound(bo.page, "final table");
      await bo.page.goBack().catch(() => undefined);

      await ada.page.getByRole("button", { name: "Würfel prüfen" }).click();
      await ada.page.waitForSelector("dialog[open] .good");
      assert.equal(await ada.page.locator("dialog[open] .bad").count(), 0);
      const found = await ada.page.locator("dialog[open]").textContent();
      for (const said of [/den du vor der Partie gesehen hast/, /Dein eigener Zufall steckt drin/, /das Los stimmt/, /Alle \d+ Würfe/, /dein Browser kennt die Spielregeln nicht/]) assert.match(found, said);
      await shoot(ada.page, `${game.key}-verify-phone`);
      await isSoundInBothLights(ada.page, "verify");
      await ada.page.keyboard.press("Escape");
      await ada.page.getByRole("button", { name: "Teilen" }).click();
      await isSound(ada.page, "share");
      await ada.page.keyboard.press("Escape");

      if (moments) await lookAtLastMoment(ada.page, game.key);
      await replay(ada.page, game.key);

      await ada.page.getByRole("button", { name: "Revanche" }).click();
      await ada.page.waitForSelector(".play, .join");
      await ada.page.waitForSelector(".play");
      assert.deepEqual(ada.complaints, []);
      assert.deepEqual(bo.complaints, []);
      await ada.close();
      await bo.close();
    });

    test(`${game.key}: by keyboard alone, and a move into a dead line is done exactly once`, async () => {
      const ada = await visitor(house, { size: DESKTOP, lang: "en", motion: true });
      const table = await openTable(house, ada, game.key, people("me", "bot"), { start: 0 });
      let isDead = false;
      const swallowed = [];
      const sent = [];
      await ada.page.routeWebSocket(/\/ws\/tables\//, (socket) => {
        const server = socket.connectToServer();
        socket.onMessage((text) => {
          if (text.includes('"do"')) sent.push(text);
          if (isDead && text.includes('"do"')) {
            isDead = false;
            swallowed.push(text);
            socket.close({ code: 1001 });
            server.close();
          } else server.send(text);
        });
      });
      await ada.page.goto(`/t/${table}`);
      await ada.page.waitForSelector("[data-act]");
      for (let moves = 0; moves < 6 && (await standing(ada.page)) !== "end"; ) {
        const typed = await type(ada.page);
        assert.notEqual(typed, "lost", "the keyboard reaches something to press");
        if (typed === "pressed") moves++;
        else await ada.page.waitForTimeout(60);
      }
      isDead = true;
      const count = sent.length;
      await playOn([ada.page], { enough: () => swallowed.length > 0, seconds: 30 });
      await ada.page.waitForFunction(() => !document.querySelector(".notes .note"), undefined, { timeout: 15_000 });
      await playOn([ada.page], { enough: () => sent.length >= count + 4, seconds: 30 });
      assert.ok(sent.slice(count + 1).some((text) => text === swallowed[0]), `it was said again: ${JSON.stringify([swallowed, sent.slice(count)])}`);

      // one whole match by keyboard; in the log every move that was made stands exactly once
      const byKeys = game === house.games[0];
      await playOn([ada.page], { how: byKeys ? async (page) => assert.notEqual(await type(page), "lost") : press });
      const log = (await (await fetch(`${house.base}/api/tables/${table}/log`)).text()).trim().split("\n").map((line) => JSON.parse(line));
      assert.equal(log.filter((line) => line.by === 0 && "do" in line).length, new Set(sent).size);
      assert.deepEqual(ada.complaints, []);
      await ada.close();
    });

    test(`${game.key}: two people on one device, and a guided first game`, async () => {
      const ada = await visitor(house, { size: PHONE });
      const table = await openTable(house, ada, game.key, people("me", "local"), { hints: false });
      await ada.page.goto(`/t/${table}`);
      await ada.page.waitForSelector("[data-act]");
      assert.equal(await ada.page.getByRole("button", { name: "Tipp" }).count(), 0, "no tips where they are forbidden");
      let covers = 0;
      await playOn([ada.page], {
        how: async (page) => {
          if (await page.locator(".cover").count()) {
            covers++;
            if (covers === 1) await isSound(page, "cover");
            assert.equal(await page.locator(".mine").count(), 0, "nothing of a hand under the cover");
          }
          await press(page);
        },
        enough: (presses) => presses >= 40,
      });
      console.log(`${game.key}: ${covers} covers in 40 presses`);
      await ada.page.goto("/");
      await ada.page.locator(`[data-game="${game.key}"]`).click();
      const learn = ada.page.getByRole("button", { name: "Erste Partie mit Erklärung" });
      if (await learn.count()) {
        await learn.click();
        await ada.page.waitForSelector(".coach");
        assert.equal(await ada.page.getByRole("button", { name: "Tipp" }).count(), 1);
        await isSound(ada.page, "first game");
        await ada.page.locator(".coach button").click();
      }
      assert.deepEqual(ada.complaints, []);
      await ada.close();
    });
  }
});
