import { isDatabaseOutage } from "./database-outage.ts";

describe("an error of the database", () => {
  it.each([
    ["a connection refused", "ECONNREFUSED"],
    ["a statement that took too long", "57014"],
    ["a deadlock", "40P01"],
    ["a serialization failure", "40001"],
  ])("can be retried after %s", (_what, code) => {
    expect(isDatabaseOutage(Object.assign(new Error("x"), { code }))).toBe(true);
  });

  it("is no outage if it is our own bug", () => {
    expect(isDatabaseOutage(Object.assign(new Error("no such column"), { code: "42703" }))).toBe(false);
  });
});
