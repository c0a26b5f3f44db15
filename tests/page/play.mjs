// How to play any game through its page: whatever can be pressed to make progress carries `data-act`.

/** A table opened over HTTP; its key lies in this browser afterwards. */
export async function openTable(house, visitor, game, seats, more = {}) {
  const answer = await fetch(`${house.base}/api/tables`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ game, seats, pace: "instant", ...more }),
  });
  const made = await answer.json();
  if (!made.token) throw new Error(JSON.stringify(made));
  await visitor.page.goto("/about");
  await visitor.page.evaluate(
    ([table, token, seat]) => {
      const kept = JSON.parse(localStorage.getItem("spieltisch.tables") ?? "{}");
      kept[table] = { token, seat, when: Date.now() };
      localStorage.setItem("spieltisch.tables", JSON.stringify(kept));
    },
    [made.table, made.token, made.seat],
  );
  return made.table;
}

/** Bots without pauses for a table that is opened in the lobby. */
export async function withoutPauses(page) {
  await page.route("**/api/tables", async (route) => {
    const request = route.request();
    if (request.method() !== "POST") return route.continue();
    await route.continue({ postData: JSON.stringify({ ...request.postDataJSON(), pace: "instant" }) });
  });
}

const ACT = "[data-act]:not(:disabled):not([aria-disabled=true])";

/** Where the page stands: the result, something to press, or waiting. */
export const standing = (page) =>
  page.evaluate((act) => {
    const seen = (node) => node.checkVisibility({ visibilityProperty: true });
    if (document.querySelector(".ranks")) return "end";
    return [...document.querySelectorAll(act)].some(seen) ? "act" : "wait";
  }, ACT);

/** Press one of the things that make progress, by script: quick, for long games. */
export const press = (page) =>
  page.evaluate((act) => {
    const able = [...document.querySelectorAll(act)].filter((node) => node.checkVisibility({ visibilityProperty: true }));
    const main = able.find((node) => node.matches(".btn.main"));
    const chosen = main && Math.random() < 0.6 ? main : able[Math.floor(Math.random() * able.length)];
    chosen?.click();
    return able.length;
  }, ACT);

/** Press one as a hand does: it has to be on the screen, and nothing may lie over it. */
export async function touch(page) {
  // a card that could be played when the finger came down may only be looked at by the time it lands
  if ((await page.locator("dialog[open]").count()) && !(await page.locator(`dialog[open] ${ACT}`).count())) await page.keyboard.press("Escape");
  const main = page.locator(`.btn.main${ACT}`);
  const able = Math.random() < 0.6 && (await main.count()) ? main : page.locator(ACT);
  const count = await able.count();
  if (!count) return false;
  const handle = await able.nth(Math.floor(Math.random() * count)).elementHandle({ timeout: 500 }).catch(() => null);
  await handle?.click({ timeout: 5000 }).catch(async (problem) => {
    if (await handle.evaluate((node, act) => node.isConnected && node.matches(act), ACT)) throw problem;
  });
  return true;
}

/** Press one with the keyboard alone: Tab, arrows, Enter. "none" where nothing could be pressed any more, "lost" where the keys never got there. */
export async function type(page) {
  const arrows = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"];
  let patience = Math.floor(Math.random() * 20); // not always the very next thing
  for (let tries = 0; tries < 1500; tries++) {
    if ((await standing(page)) !== "act") return "none"; // what was seen was already done: the others play
    const inGrid = await page.evaluate(() => document.activeElement?.closest("[role=grid], [role=toolbar], [role=radiogroup]") !== null);
    await page.keyboard.press(inGrid && Math.random() < 0.8 ? arrows[Math.floor(Math.random() * 4)] : "Tab");
    if (patience-- <= 0 && (await page.evaluate((act) => document.activeElement?.matches(act) ?? false, ACT))) {
      await page.keyboard.press("Enter");
      return "pressed";
    }
  }
  return "lost";
}

/** Do something again and again until it is so: waits for what happens, not for a number of tries. */
export async function until(isSo, { doing = () => undefined, seconds = 60, what = String(isSo) } = {}) {
  const end = Date.now() + seconds * 1000;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`not so after ${seconds} s: ${what}`);
    await doing();
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Play what the tip on the table says: it is shown in place, and what ends a turn asks once more, there as well. */
export async function playTip(page) {
  const target = page.locator(`[data-act="${await page.evaluate(() => globalThis.lastHint)}"]`).first();
  await target.waitFor();
  const press = () => target.click({ timeout: 1000 }).catch(() => undefined); // it may be on its way already
  await until(async () => (await page.locator(".coach").count()) === 0, { doing: press, what: "the tip was played" });
}

/** Keep the best move of each tip that a page hears, for `playTip`. */
export async function listenForTips(page) {
  await page.addInitScript(() => {
    const Real = globalThis.WebSocket;
    globalThis.WebSocket = class extends Real {
      constructor(...wish) {
        super(...wish);
        this.addEventListener("message", ({ data }) => { globalThis.lastHint = JSON.parse(data).hint?.moves[0]?.do ?? globalThis.lastHint; });
      }
    };
  });
}

/** Play on until the end, or until `enough` says so. Everybody presses what they can. */
export async function playOn(pages, { enough = () => false, how = press, seconds = 240 } = {}) {
  const until = Date.now() + seconds * 1000;
  let presses = 0;
  while (Date.now() < until) {
    let acted = false;
    for (const page of pages) {
      const state = await standing(page);
      if (state === "end") return presses;
      if (state === "act") {
        await how(page);
        acted = true;
        presses++;
      }
    }
    if (enough(presses)) return presses;
    if (!acted) await new Promise((done) => setTimeout(done, 20));
  }
  throw new Error(`not over after ${presses} presses: ${JSON.stringify(await Promise.all(pages.map(seenNow)))}`);
}

/** What a page shows and what the server knows of its table: for whoever has to find out why a game does not go on. */
async function seenNow(page) {
  const table = new URL(page.url()).pathname.replace("/t/", "/api/tables/");
  return page.evaluate(async (table) => ({
    title: document.title,
    notes: [...document.querySelectorAll(".notes .note, dialog[open]")].map((node) => node.textContent.trim().slice(0, 200)),
    acts: [...document.querySelectorAll("[data-act]")].map((node) => [node.dataset.act, node.matches(":disabled, [aria-disabled=true]"), node.checkVisibility({ visibilityProperty: true })]),
    text: document.querySelector("main")?.innerText.slice(0, 600),
    table: await (await fetch(table)).json(),
  }), table);
}
