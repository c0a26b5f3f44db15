// What stands around a game: another device, the rules over the table, the cover, coming back, the settings, the clock, the name.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, PHONE, serious, visitor } from "./house.mjs";
import { fits } from "./narrow.mjs";
import { openTable, playOn, press, standing, touch, until, withoutPauses } from "./play.mjs";

const HANDS = "just4fun"; // hands are hidden here
const me = (name = "Ada") => ({ kind: "me", name });
const bot = (house, name = "Fuchs") => ({ kind: "bot", name, level: house.games[0].levels[1] });
const known = async (house, table) => (await fetch(`${house.base}/api/tables/${table}`)).json();

/** What can be pressed and is smaller than 40 × 40, its margin for fingers counted; cells take the nearest legal one within 24 px. */
const tooSmall = (page) =>
  page.evaluate(() => {
    const reach = (node, side) => {
      const after = getComputedStyle(node, "::after");
      return after.content !== "none" && after.position === "absolute" ? Math.max(0, -parseFloat(after[side]) || 0) : 0;
    };
    return [...document.querySelectorAll("button, a[href], summary, input, select")]
      .filter((node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest("dialog:not([open])") && !node.matches(".cell, :disabled"))
      .map((node) => ({ node, box: node.getBoundingClientRect() }))
      .filter(({ box, node }) => box.width && (box.width + reach(node, "left") + reach(node, "right") < 39.5 || box.height + reach(node, "top") + reach(node, "bottom") < 39.5))
      .map(({ node, box }) => `${node.tagName}.${node.className} ${node.textContent.trim().slice(0, 20)} ${Math.round(box.width)}×${Math.round(box.height)}`)
      .slice(0, 6);
  });

async function inMenu(page, text) {
  await page.getByRole("button", { name: "Menü", exact: true }).click();
  await page.locator("dialog[open] .go", { hasText: text }).click();
}

export function aroundTests(house) {
  test("another device sits down by its code, typed or scanned; both play; one can end the other", async () => {
    const ada = await visitor(house, { size: PHONE });
    const table = await openTable(house, ada, HANDS, [me(), bot(house)], { start: 0 });
    await ada.page.goto(`/t/${table}`);
    await ada.page.waitForSelector("[data-act]");
    await inMenu(ada.page, "Auf anderem Gerät");
    const code = () => ada.page.locator("dialog[open] [data-code]").getAttribute("data-code");
    await ada.page.waitForSelector("dialog[open] .qr");
    assert.deepEqual(await serious(ada.page), []);
    const typed = await code();

    const desk = await visitor(house, { size: DESKTOP });
    await desk.page.goto("/");
    await desk.page.locator('a[href="/d"]').click();
    await desk.page.getByLabel("Code").fill(`${typed.slice(0, 4)} ${typed.slice(4)}`);
    assert.deepEqual(await serious(desk.page), []);
    await desk.page.getByRole("button", { name: "Weiterspielen" }).click();
    await desk.page.waitForSelector(".play [data-act]");
    await ada.page.locator("dialog[open]", { hasText: "Das andere Gerät sitzt jetzt auch hier." }).waitFor();

    const third = await visitor(house, { size: PHONE });
    await third.page.goto(`/d#${typed}`); // used already
    await third.page.locator("[role=alert]").waitFor();
    await ada.page.getByRole("button", { name: "Neuer Code" }).click();
    await ada.page.waitForFunction((old) => document.querySelector("[data-code]")?.dataset.code !== old && document.querySelector("[data-code]"), typed);
    await third.page.goto("/about");
    await third.page.goto(`/d#${await code()}`);
    await third.page.waitForSelector(".play [data-act]");

    const before = (await known(house, table)).at;
    await until(async () => (await known(house, table)).at > before, { doing: () => press(desk.page), what: "the other device has moved" });
    await ada.page.keyboard.press("Escape");
    await inMenu(ada.page, "Auf anderem Gerät");
    const end = ada.page.locator("dialog[open]").getByRole("button", { name: "Beenden" });
    await end.first().waitFor();
    assert.equal(await end.count(), 2);
    await end.first().click();
    await ada.page.waitForFunction(() => document.querySelectorAll("dialog[open] li").length === 2);
    const looking = () => Promise.all([desk, third].map(({ page }) => page.evaluate(() => document.body.innerText.includes("Du schaust zu"))));
    await until(async () => (await looking()).includes(true), { what: "one of them looks on now" });
    assert.ok((await looking()).includes(false), "the other one sits there still");
    for (const { close } of [ada, desk, third]) await close();
  });

  for (const { key } of house.games)
    test(`${key}: the rules open over the table, at a part of them, and nobody is away`, async () => {
      const ada = await visitor(house, { size: PHONE });
      const table = await openTable(house, ada, key, [me(), bot(house)], { start: 0 });
      await ada.page.goto(`/t/${table}`);
      await ada.page.waitForSelector("[data-act]");
      await ada.page.locator(".tools").getByRole("button", { name: "Regeln" }).click();
      await ada.page.waitForSelector("dialog[open] .text h2");
      await ada.page.waitForFunction(() => document.querySelector("dialog[open] .slip-in").scrollTop > 0);
      assert.deepEqual(await serious(ada.page), []);
      assert.ok((await known(house, table)).seats[0].present);
      await ada.page.keyboard.press("Escape");
      await ada.page.waitForSelector(".play [data-act]");
      await ada.close();
    });

  test("the cover stays through a reload, and only its button lifts it", async () => {
    const ada = await visitor(house, { size: PHONE });
    const table = await openTable(house, ada, HANDS, [me("Ada"), { kind: "local", name: "Bo" }], { start: 0 });
    await ada.page.goto(`/t/${table}`);
    await ada.page.getByRole("button", { name: "Ich bin Ada" }).click();
    await ada.page.waitForSelector(".mine");
    await ada.page.reload();
    await ada.page.waitForSelector(".mine"); // Ada reloads: the hand is hers
    const onwards = async () => {
      if (await ada.page.locator(".notes [data-act]").count()) {
        assert.equal(await ada.page.locator(".mine .acts:visible").count(), 0, "one button, not two over each other");
        await ada.page.locator(".notes [data-act]").click();
      } else await press(ada.page);
    };
    await until(() => ada.page.locator(".cover").count(), { doing: onwards, what: "the device is handed on" });
    assert.match(await ada.page.locator(".cover h1").textContent(), /Bo/);
    await ada.page.reload();
    await ada.page.waitForSelector(".cover");
    assert.match(await ada.page.locator(".cover h1").textContent(), /Bo/);
    assert.equal(await ada.page.locator(".mine, .pcard").count(), 0);
    await ada.page.getByRole("button", { name: "Ich bin Bo" }).click();
    await ada.page.waitForSelector(".mine");
    assert.match(await ada.page.locator(".person.on").first().textContent(), /Du/);
    await ada.close();
  });

  test("whoever comes back sees first the table that waits for them; the name is asked for when it matters", async () => {
    const ada = await visitor(house, { size: PHONE });
    await ada.page.goto("/");
    await ada.page.getByRole("button", { name: "per Link", exact: true }).click();
    await ada.page.getByRole("button", { name: "Los geht’s" }).click();
    await ada.page.getByRole("textbox", { name: "Name" }).fill("Ada");
    assert.deepEqual(await serious(ada.page), []);
    await ada.page.getByRole("button", { name: "Weiter", exact: true }).click();
    await ada.page.waitForSelector(".qr");
    assert.equal((await known(house, new URL(ada.page.url()).pathname.slice(3))).seats[0].name, "Ada");
    assert.ok(await ada.page.getByText("Diese Adresse gilt nur auf diesem Rechner").count(), "127.0.0.1 is no address for friends");
    const table = await openTable(house, ada, HANDS, [me(), bot(house)], { start: 0 });
    await ada.page.goto("/");
    const hero = ada.page.locator(".hero a");
    await hero.waitFor();
    const box = await hero.boundingBox();
    assert.ok(box.y + box.height < PHONE.viewport.height, "without scrolling");
    assert.match(await ada.page.locator("h1").textContent(), /Du bist dran/);
    assert.deepEqual(await serious(ada.page), []);
    await hero.click();
    await ada.page.waitForURL(`**/t/${table}`);
    await ada.page.waitForSelector("[data-act]");
    await inMenu(ada.page, "Einstellungen");
    await ada.page.getByRole("button", { name: "Ändern" }).click();
    await ada.page.getByLabel("Dein Name").fill("Ada Lovelace");
    await ada.page.locator("dialog[open]").getByRole("button", { name: "Fertig" }).click();
    await until(async () => (await known(house, table)).seats[0].name === "Ada Lovelace", { what: "the new name is known" });
    await ada.close();
  });

  for (const { key } of house.games)
    test(`${key}: a finger finds everything at 360, and the keyboard's focus is there from the start`, async () => {
      const ada = await visitor(house, { size: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } });
      await withoutPauses(ada.page);
      await ada.page.goto("/");
      await ada.page.waitForSelector(".tile svg");
      assert.deepEqual(await tooSmall(ada.page), [], "lobby");
      await ada.page.locator(`[data-game="${key}"]`).click();
      await ada.page.locator(".go").focus();
      await ada.page.keyboard.press("Enter");
      await ada.page.waitForURL("**/t/*");
      await until(async () => (await ada.page.title()).startsWith("●"), { what: "my turn" });
      await ada.page.waitForFunction(() => document.activeElement?.matches("[data-act]"));
      await playOn([ada.page], { enough: (presses) => presses >= 5 });
      assert.deepEqual(await tooSmall(ada.page), [], "table");
      await ada.close();
    });

  test("four people on one device in three taps", async () => {
    const ada = await visitor(house, { size: PHONE });
    await ada.page.goto("/");
    await ada.page.getByRole("button", { name: "4 Plätze" }).click();
    await ada.page.getByRole("button", { name: "an diesem Gerät", exact: true }).click();
    await ada.page.getByRole("button", { name: "Los geht’s" }).click();
    await ada.page.waitForURL("**/t/*");
    await ada.page.waitForSelector("[data-act]");
    const { yours, seats } = await (await fetch(`${house.base}/api/tables/mine`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ tokens: [await ada.page.evaluate(() => Object.values(JSON.parse(localStorage.getItem("spieltisch.tables")))[0].token)] }) })).json().then(([found]) => found);
    assert.deepEqual([yours, seats.length], [[0, 1, 2, 3], 4]);
    await ada.close();
  });

  test("my dice fall when I let them: by a tap, by the space bar, or by themselves", async () => {
    for (const key of ["bloeder-sack", "sailorman"].filter((one) => house.games.some((game) => game.key === one))) {
      const ada = await visitor(house, { size: DESKTOP });
      const table = await openTable(house, ada, key, [me(), { kind: "open" }], { start: 0 });
      await ada.page.goto(`/t/${table}`);
      await ada.page.waitForSelector(".qr");
      await fetch(`${house.base}/api/tables/${table}/begin`, { method: "POST", headers: { "Content-Type": "application/json", Authorization: `Bearer ${await ada.page.evaluate((id) => JSON.parse(localStorage.getItem("spieltisch.tables"))[id].token, table)}` }, body: JSON.stringify({ fill: house.games[0].levels[1] }) });
      const cup = ada.page.locator('[data-act="throw"]');
      await cup.waitFor();
      assert.equal(await ada.page.locator("[data-act]").count(), 1, "nothing of the throw is known");
      assert.doesNotMatch(await ada.page.locator("main").textContent(), /Du (würfelst|wirfst) .*\d/, "nor told");
      assert.deepEqual(await serious(ada.page), []);
      await ada.page.keyboard.press(" ");
      await cup.waitFor({ state: "detached" });
      await ada.page.waitForSelector("[data-act]");
      await until(() => cup.count(), { doing: async () => (await standing(ada.page)) === "act" && !(await cup.count()) && press(ada.page), what: "my next throw" });
      await cup.click();
      await cup.waitFor({ state: "detached" });
      await ada.page.evaluate(() => localStorage.setItem("spieltisch.home", JSON.stringify({ throws: "auto" })));
      await ada.page.reload();
      await ada.page.waitForSelector(".play");
      await playOn([ada.page], { how: async (page) => { assert.equal(await cup.count(), 0, "it was set to roll by itself"); await press(page); }, enough: (presses) => presses >= 8 });
      assert.deepEqual(ada.complaints, []);
      await ada.close();
    }
  });

  test("people who share a device throw their own dice, and the end calls everybody by name", async () => {
    const key = house.games[0].key;
    const ada = await visitor(house, { size: PHONE });
    const table = await openTable(house, ada, key, [me("Ada"), { kind: "local", name: "Bo" }], { start: 0 });
    await ada.page.goto(`/t/${table}`);
    const cup = ada.page.locator('[data-act="throw"]');
    for (const name of ["Ada", "Bo"]) {
      await until(async () => (await cup.count()) && (await ada.page.locator(".person.on").textContent()).includes(name), { doing: async () => ((await cup.count()) ? cup.click() : press(ada.page)), what: `${name} throws` });
      assert.doesNotMatch(await ada.page.locator(".people").textContent(), /Du/);
    }
    await playOn([ada.page]);
    await ada.page.waitForSelector(".ranks");
    assert.doesNotMatch(await ada.page.locator(".win, .ranks").allTextContents().then((texts) => texts.join(" ")), /\bD(u|ich)\b|\bdich\b/);
    assert.deepEqual(ada.complaints, []);
    await ada.close();
  });

  test("somebody who is away is told of beside the board, and no button is covered", async () => {
    const [ada, bo] = [await visitor(house, { size: PHONE }), await visitor(house, { size: PHONE })];
    const table = await openTable(house, ada, "sailorman", [me("Ada"), { kind: "open" }], { start: 0 }); // both enter at the same time
    await bo.page.goto(`/t/${table}`);
    await bo.page.getByRole("textbox").first().fill("Bo");
    await bo.page.getByRole("button", { name: "Platz nehmen" }).click();
    await bo.page.waitForSelector(".play");
    await ada.page.goto(`/t/${table}`);
    await ada.page.locator('[data-act="throw"]').click();
    await bo.close();
    await ada.page.locator(".absent", { hasText: "Bo ist gerade nicht da." }).waitFor();
    await fits(ada.page, "away");
    const before = (await known(house, table)).at;
    await until(async () => (await known(house, table)).at > before, { doing: () => touch(ada.page), what: "Ada enters all the same" });
    await ada.page.locator(".absent button").click();
    await ada.page.locator(".absent").waitFor({ state: "detached" });
    assert.deepEqual(await serious(ada.page), []);
    await ada.close();
  });

  test("the settings take effect at once and are kept; a clock that runs out says so before and after", async () => {
    const ada = await visitor(house, { size: PHONE });
    await ada.page.goto("/");
    await ada.page.waitForSelector(".tile");
    await ada.page.getByRole("button", { name: "Einstellungen" }).click();
    await ada.page.waitForSelector("dialog[open] .rows");
    assert.deepEqual(await serious(ada.page), []);
    for (const name of ["Abend", "flott", "wenig", "von allein", "1.5"]) await ada.page.locator("dialog[open]").getByRole("button", { name, exact: true }).click();
    await ada.page.getByRole("switch", { name: /Zug bestätigen/ }).click();
    await ada.page.waitForSelector("html[data-theme=dark][data-motion=less]");
    await ada.page.reload();
    await ada.page.waitForSelector("html[data-theme=dark][data-motion=less]");
    const kept = await ada.page.evaluate(() => JSON.parse(localStorage.getItem("spieltisch.home")));
    assert.deepEqual([kept.pace, kept.throws, kept.numbers, kept.confirm], ["quick", "auto", "point", false]);
    const table = await openTable(house, ada, HANDS, [me(), bot(house)], { start: 0, clock: 12 });
    await ada.page.goto(`/t/${table}`);
    await ada.page.waitForSelector("[data-act]");
    await ada.page.locator(".ticker", { hasText: "Du hast noch 10 Sekunden." }).waitFor();
    await ada.page.locator(".ticker").click();
    await ada.page.locator("dialog[open] .log", { hasText: "Deine Zeit ist um. Der Computer hat für dich gezogen." }).waitFor({ timeout: 20_000 });
    assert.ok(await ada.page.locator("dialog[open] .log", { hasText: "Du hast noch 10 Sekunden." }).count());
    assert.deepEqual(ada.complaints, []);
    await ada.close();
  });
}
