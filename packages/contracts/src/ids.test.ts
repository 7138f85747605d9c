import { setTimeout as delay } from "node:timers/promises";
import { isId, newId } from "./ids.ts";

describe("an identifier", () => {
  it("names its kind and is accepted as that kind only", () => {
    const id = newId("verification");
    expect(id).toMatch(/^ver_[0-9a-hjkmnp-tv-z]{26}$/);
    expect([isId("verification", id), isId("user", id)]).toEqual([true, false]);
  });

  it("sorts by creation time", async () => {
    const first = newId("user");
    await delay(2);
    expect(newId("user") > first).toBe(true);
  });

  /** One act can write several entries in one millisecond. The log shows their order. */
  it("of an audit entry sorts by creation order even within a millisecond", () => {
    const made = Array.from({ length: 2_000 }, () => newId("auditEntry"));
    expect(made.toSorted()).toEqual(made);
  });

  it.each([
    "",
    "ver_",
    "ver_01ARZ3NDEKTSV4RRFFQ69G5FAV",
    "ver_01arz3ndektsv4rrffq69g5fa'",
    "ver_01arz3ndektsv4rrffq69g5favv",
  ])("%p is not one", (text) => {
    expect(isId("verification", text)).toBe(false);
  });
});
