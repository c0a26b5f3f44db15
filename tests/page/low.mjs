// Phones held sideways, small tablets and windows at 200 %: in a turn nothing is scrolled, and what can be pressed is on the screen.
import assert from "node:assert/strict";
import { test } from "node:test";
import { visitor } from "./house.mjs";
import { fits } from "./narrow.mjs";
import { openTable, playOn, press, standing, until } from "./play.mjs";

const NAMES = ["Bartholomäus-Alexander", "Gertrude von Hohenfels", "Maximiliane-Charlotte", "Karl-Friedrich Wiesengrund"];
const SIZES = [[844, 390], [740, 360], [640, 400], [1024, 600], [1280, 650], [820, 1180], [1180, 820], [1280, 800], [390, 844], [360, 740]];

const LARGE = [[390, 844], [820, 1180], [1280, 800]];
const settled = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** How far the page is longer than the screen, and what can be pressed but is not on it. */
const hidden = (page) =>
  page.evaluate(() => {
    const seen = (node) => node.checkVisibility({ visibilityProperty: true });
    const away = [...document.querySelectorAll(".play [data-act], .play .btn.main, .play .tool, .play > .ticker")]
      .filter(seen)
      .map((node) => ({ node, box: node.getBoundingClientRect() }))
      .filter(({ box }) => box.top < -1 || box.bottom > innerHeight + 1 || box.left < -1 || box.right > innerWidth + 1);
    const mine = document.querySelector(".play > .mine");
    for (const node of mine?.children ?? []) // what I hold stays in its place, and lies over nothing
      if (seen(node) && node.getBoundingClientRect().top < mine.getBoundingClientRect().top - 14) away.push({ node, box: node.getBoundingClientRect() });
    return { scrolls: Math.max(0, document.documentElement.scrollHeight - innerHeight), away: away.slice(0, 4).map(({ node, box }) => `${node.className} ${node.dataset.act ?? ""} ${Math.round(box.top)}…${Math.round(box.bottom)}`) };
  });

export function lowTests(house) {
  for (const { key } of house.games)
    for (const count of [2, 4])
      test(`${key} with ${count}: a turn fits every screen`, async () => {
        const ada = await visitor(house, { size: { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true } });
        const seats = NAMES.slice(0, count).map((name, seat) => ({ kind: seat ? "bot" : "me", name, ...(seat ? { level: house.games[0].levels[1] } : {}) }));
        const table = await openTable(house, ada, key, seats, { start: 0 });
        await ada.page.goto(`/t/${table}`);
        await ada.page.waitForSelector("[data-act]");
        for (const presses of [0, 9]) {
          if (presses) await playOn([ada.page], { how: press, enough: (done) => done >= presses });
          await until(async () => (await standing(ada.page)) !== "wait", { what: "my turn, or the end" });
          if ((await standing(ada.page)) !== "act") break;
          for (const [width, height] of SIZES) {
            await ada.page.setViewportSize({ width, height });
            await settled(ada.page);
            assert.deepEqual(await hidden(ada.page), { scrolls: 0, away: [] }, `${width} × ${height}, after ${presses} presses`);
            await fits(ada.page, `${width} × ${height}`);
          }
          const large = await ada.page.addStyleTag({ content: "html { font-size: 200% }" });
          for (const [width, height] of LARGE) {
            await ada.page.setViewportSize({ width, height });
            await settled(ada.page);
            await fits(ada.page, `${width} × ${height}, text at 200 %`);
          }
          await large.evaluate((style) => style.remove());
        }
        assert.deepEqual(ada.complaints, []);
        await ada.close();
      });
}
