// Every screen at 320 with four names of forty wide characters: nothing slides off to the side, and nothing that must be pressed hides.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sideways, visitor } from "./house.mjs";
import { openTable, playOn, press, standing } from "./play.mjs";

export const SMALL = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };
export const LONG = [0, 1, 2, 3].map((seat) => String.fromCharCode(87 - 10 * seat).repeat(40)); // W, M, C, 9

/** What sticks out of the window at a side: whatever is seen of it. */
export const outside = (page) =>
  page.evaluate(() => {
    const clips = (node) => /hidden|clip|auto|scroll/.test(getComputedStyle(node).overflowX);
    const seen = (node) => {
      const box = node.getBoundingClientRect();
      let [left, right] = [box.left, box.right];
      for (let over = node.parentElement; over && over.id !== "app"; over = over.parentElement)
        if (clips(over)) [left, right] = [Math.max(left, over.getBoundingClientRect().left), Math.min(right, over.getBoundingClientRect().right)];
      return { left, right, width: box.width, height: box.height };
    };
    return [...document.querySelectorAll("body *")]
      .filter((node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest(".vh, svg"))
      .map((node) => ({ node, ...seen(node) }))
      .filter(({ left, right, width, height }) => width > 1 && height > 1 && right - left > 1 && (left < -1 || right > innerWidth + 1))
      .slice(0, 5)
      .map(({ node, left, right }) => `${node.tagName}.${node.className} ${Math.round(left)}…${Math.round(right)} ${node.textContent.trim().slice(0, 40)}`);
  });

/** Words that are cut in the middle, with no sign that there is more; and figures that run into their neighbours. */
const cut = (page) =>
  page.evaluate(() => {
    const isSeen = (node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest(".vh, svg, .nm, .log, select, [aria-hidden=true] .word");
    const speaks = (node) => [...node.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.textContent.trim());
    const isCut = (node) => {
      const own = node.getBoundingClientRect();
      for (let over = node.parentElement; over && over.id !== "app"; over = over.parentElement) {
        const { overflowX, overflowY, overflowClipMargin, textOverflow, webkitLineClamp } = getComputedStyle(over);
        if ((overflowX === "visible" && overflowY === "visible") || overflowClipMargin !== "0px") continue;
        if (textOverflow === "ellipsis" || webkitLineClamp !== "none" || /auto|scroll/.test(overflowY)) return false;
        const box = over.getBoundingClientRect();
        return box.width > 1 && (own.top < box.top - 2 || own.bottom > box.bottom + 2 || own.left < box.left - 2 || own.right > box.right + 2);
      }
      return false;
    };
    const words = [...document.querySelectorAll("body *")].filter((node) => isSeen(node) && speaks(node) && isCut(node));
    const figures = [...document.querySelectorAll(".person .stats")].filter((node) => isSeen(node) && node.scrollWidth > node.clientWidth + 1);
    return [...words, ...figures].slice(0, 5).map((node) => `${node.tagName}.${node.className} ${node.textContent.trim().slice(0, 40)}`);
  });

export async function fits(page, where) {
  assert.deepEqual(await outside(page), [], `sticks out: ${where}`);
  assert.deepEqual(await cut(page), [], `cut off: ${where}`);
  assert.equal(await sideways(page), 0, `scrolls sideways: ${where}`);
}

async function closed(page) {
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector("dialog[open]"));
}

export function narrowTests(house) {
  const seats = (...kinds) => kinds.map((kind, seat) => ({ kind, name: kind === "open" ? "" : LONG[seat], ...(kind === "bot" ? { level: house.games[0].levels[1] } : {}) }));

  test("the lobby, its sheets and the way in, with long names on a small phone", async () => {
    const ada = await visitor(house, { size: SMALL });
    const waiting = await openTable(house, ada, house.games[0].key, seats("me", "bot", "bot", "open"), { public: true });
    await ada.page.evaluate((names) => localStorage.setItem("spieltisch.home", JSON.stringify({ name: names[0], lobby: { seats: names.map((name, seat) => ({ kind: seat ? (seat === 3 ? "bot" : "local") : "me", name })) } })), LONG);
    await ada.page.goto("/");
    await ada.page.waitForSelector(".list li");
    await fits(ada.page, "lobby");
    await ada.page.locator(".seat").nth(3).click();
    await ada.page.waitForSelector("dialog[open]");
    await fits(ada.page, "seat sheet");
    await closed(ada.page);
    await ada.page.locator("summary").click();
    await fits(ada.page, "house rules");
    await ada.page.goto(`/t/${waiting}`);
    await ada.page.waitForSelector(".qr");
    await fits(ada.page, "waiting");
    const bo = await visitor(house, { size: SMALL, lang: "en" });
    await bo.page.goto(`/t/${waiting}`);
    await bo.page.waitForSelector(".sit");
    await fits(bo.page, "join");
    for (const path of ["/about", ...house.games.map(({ key }) => `/rules/${key}`), "/t/nothere"]) {
      await bo.page.goto(path);
      await bo.page.waitForSelector("main h1");
      await fits(bo.page, path);
    }
    await ada.close();
    await bo.close();
  });

  for (const { key } of house.games)
    test(`${key}: a whole game on one device with four long names on a small phone`, async () => {
      const ada = await visitor(house, { size: SMALL });
      const table = await openTable(house, ada, key, seats("me", "local", "bot", "local"), { start: 0 });
      await ada.page.goto(`/t/${table}`);
      await ada.page.waitForSelector("[data-act]");
      await fits(ada.page, "start");
      const seen = new Set();
      const look = async (page) => {
        for (const [what, selector] of [["passing on", ".notes .btn"], ["cover", ".cover"], ["asked again", "[data-yes]"]])
          if (!seen.has(what) && (await page.locator(selector).count())) {
            seen.add(what);
            await fits(page, what);
          }
        await press(page);
      };
      await playOn([ada.page], { how: look, enough: (presses) => presses >= 30 });
      if ((await standing(ada.page)) !== "end") {
        await fits(ada.page, "middle");
        if (!(await ada.page.locator(".cover").count())) {
          await ada.page.getByRole("button", { name: "Menü", exact: true }).click();
          await fits(ada.page, "menu");
          await closed(ada.page);
        }
      }
      await playOn([ada.page], { how: look });
      await ada.page.waitForSelector(".ranks");
      await ada.page.waitForSelector(".gk .curve, .end.plain", { timeout: 120_000 });
      await fits(ada.page, "end");
      await ada.page.goto(`/t/${table}/replay?at=40`);
      await ada.page.waitForSelector(".deck");
      await fits(ada.page, "replay");
      assert.deepEqual(ada.complaints, []);
      await ada.close();
    });
}
