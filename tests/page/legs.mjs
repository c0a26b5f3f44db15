// Hin- und Rückspiel, from the lobby through both games to what they brought together.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, serious, shoot, sideways, visitor } from "./house.mjs";
import { playOn, withoutPauses } from "./play.mjs";

const GAME = "bloeder-sack";

export function legsTests(house) {
  test("two games add up: chosen in the lobby, the start moves on, the same dice, both at the end, in the log and in the review", async () => {
    const ada = await visitor(house, { size: PHONE });
    const { page } = ada;
    const isSound = async (where) => {
      assert.deepEqual(await serious(page), [], `axe: ${where}`);
      assert.ok((await sideways(page)) <= 1, `scrolls sideways: ${where}`);
    };
    const told = async () => (await fetch(`${house.base}${new URL(page.url()).pathname.replace("/t/", "/api/tables/")}`)).json();
    await withoutPauses(page);
    await page.goto("/");
    await page.locator(`[data-game="${GAME}"]`).click();
    await page.locator(".house summary").click();
    await page.getByRole("button", { name: "Hin- und Rückspiel mit denselben Würfeln" }).click();
    await isSound("lobby with two games");
    assert.match(await page.locator(".house summary").textContent(), /mit denselben Würfeln/);
    await page.getByRole("button", { name: "Los geht’s" }).click();
    await page.waitForSelector(".play");
    await page.locator(".sub", { hasText: "Hinspiel" }).waitFor();
    await playOn([page], { seconds: 120 });

    await page.locator(".two", { hasText: "Das war das Hinspiel." }).waitFor();
    const first = await told();
    assert.deepEqual([first.legs.leg, first.legs.dice], [1, "same"]);
    await isSound("end of the first game");
    await shoot(page, "legs-first-phone");
    await page.getByRole("button", { name: "Rückspiel", exact: true }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(first.id));
    await page.waitForSelector(".play");
    await page.locator(".sub", { hasText: "Rückspiel" }).waitFor();
    await page.locator(".chip.known").waitFor();
    await playOn([page], { seconds: 120 });

    const second = await told();
    assert.equal(second.start, (first.start + 1) % 2);
    const { total } = second.legs;
    assert.deepEqual(total.points, [0, 1].map((seat) => first.result.points[seat] + second.result.points[seat]));
    const order = [0, 1].sort((one, other) => total.ranks[one] - total.ranks[other] || one - other);
    const rows = await page.locator(".two .num").allTextContents();
    assert.deepEqual(rows.map((row) => row.replace(/\s+/g, " ").trim()), order.map((seat) => `${first.result.points[seat]} + ${second.result.points[seat]} = ${total.points[seat]}`));
    await page.locator(".gk .legs", { hasText: "Hin- und Rückspiel" }).waitFor({ timeout: 60_000 });
    await isSound("end of both games");
    await shoot(page, "legs-both-phone");
    await page.getByRole("button", { name: "Würfel prüfen" }).click();
    await page.locator("dialog[open]", { hasText: /Alle \d+ Würfe und Karten stimmen/ }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Noch einmal auf den Tisch schauen" }).click();
    await page.getByRole("button", { name: "Menü", exact: true }).click();
    await page.locator("dialog[open] .go", { hasText: "Verlauf" }).click();
    await page.waitForSelector("dialog[open] .log li");
    const lines = await page.locator("dialog[open] .log li").allTextContents();
    assert.match(lines[0], /Hin- und Rückspiel/);
    assert.ok(lines.slice(-2).some((line) => line.includes("Rückspiel:")), lines.slice(-2).join());
    assert.deepEqual(ada.complaints, []);
    await ada.close();
  });
}
