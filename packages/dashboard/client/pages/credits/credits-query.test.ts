import { periodOf } from "./credits-query.ts";

it.each([
  ["days=7", 7],
  ["days=90", 90],
  ["", 30],
  ["days=8", 30],
  ["days=x", 30],
])("credits of the address ?%s are those of %d days", (query, days) => {
  expect(periodOf(new URLSearchParams(query))).toBe(days);
});
