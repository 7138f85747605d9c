import { isDatabaseOutage } from "./database-outage.ts";

describe("a fault of the database", () => {
  it.each([
    ["a connection refused", "ECONNREFUSED"],
    ["a statement that took too long", "57014"],
    ["a deadlock", "40P01"],
    ["a serialization failure", "40001"],
  ])("after %s, trying again is the answer", (_what, code) => {
    expect(isDatabaseOutage(Object.assign(new Error("x"), { code }))).toBe(true);
  });

  it("that is our own mistake is none of these", () => {
    expect(isDatabaseOutage(Object.assign(new Error("no such column"), { code: "42703" }))).toBe(false);
  });
});
