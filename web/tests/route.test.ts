import { expect, test } from "vitest";
import { routeOf } from "../lib/route";

test.each([
  ["/", "", { page: "lobby" }],
  ["/t/abc123", "", { page: "table", id: "abc123" }],
  ["/t/abc123/", "", { page: "table", id: "abc123" }],
  ["/t/abc123/replay", "", { page: "replay", id: "abc123", at: null }],
  ["/t/abc123/replay", "?at=45", { page: "replay", id: "abc123", at: 45 }],
  ["/t/abc123/replay", "?at=-1", { page: "replay", id: "abc123", at: null }],
  ["/rules/some-game", "", { page: "rules", game: "some-game" }],
  ["/about", "", { page: "about" }],
  ["/t", "", { page: "nowhere" }],
  ["/t/%", "", { page: "nowhere" }],
  ["/t/a%2Fb", "", { page: "nowhere" }],
  ["/t/a/b/c", "", { page: "nowhere" }],
  ["/elsewhere", "", { page: "nowhere" }],
])("%s%s", (path, query, route) => {
  expect(routeOf(path, query)).toEqual(route);
});
