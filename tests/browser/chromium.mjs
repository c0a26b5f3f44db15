// Games in Chromium. node chromium.mjs BUNDLE MADE: the folder of inside.js, and what is made; reads games of one room, answers with their texts.
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { chromium } from "playwright-core";

const [bundle, made] = process.argv.slice(2);
const games = JSON.parse(readFileSync(0, "utf8"));
const key = games[0].key;
const file = (name) => readFileSync(join(made, name)).toString("base64");

const server = createServer(({ url }, answer) => {
  const isPage = url === "/";
  const part = join(bundle, url.replaceAll("..", ""));
  answer.writeHead(isPage || existsSync(part) ? 200 : 404, { "Content-Type": isPage ? "text/html" : "text/javascript" });
  answer.end(isPage ? '<!doctype html><script type="module" src="inside.js"></script>' : existsSync(part) ? readFileSync(part) : "");
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] });
try {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForFunction(() => "lockstep" in window);
  const weights = Object.fromEntries([2, 3, 4].map((seats) => [seats, file(`${key}-${seats}.bin`)]));
  const given = [file(`${key}.wasm`), JSON.parse(readFileSync(join(made, `${key}.json`), "utf8")), weights, games];
  console.log(JSON.stringify(await page.evaluate((given) => window.lockstep(...given), given)));
} finally {
  await browser.close();
  server.close();
}
