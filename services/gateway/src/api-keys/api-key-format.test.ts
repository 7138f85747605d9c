import { apiKeyHash, isWellFormedApiKey, newApiKey } from "./api-key-format.ts";

describe("an API key", () => {
  it("has the prefix, 43 characters of secret and 6 of checksum", () => {
    for (let round = 0; round < 100; round += 1) expect(newApiKey("rvk_")).toMatch(/^rvk_[0-9A-Za-z]{49}$/);
  });

  it("is well-formed with its own prefix only", () => {
    const key = newApiKey("rvk_");
    expect(isWellFormedApiKey("rvk_", key)).toBe(true);
    expect(isWellFormedApiKey("sck_", key)).toBe(false);
  });

  /** A mistyped key is refused at once, without a look-up in the database. */
  it("is refused offline if any one character is changed", () => {
    const key = newApiKey("rvk_");
    const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_- ";
    for (let place = 0; place < key.length; place += 1) {
      for (const character of alphabet) {
        const changed = `${key.slice(0, place)}${character}${key.slice(place + 1)}`;
        if (changed !== key) expect(isWellFormedApiKey("rvk_", changed)).toBe(false);
      }
    }
  });

  it.each(["", "rvk_", "x".repeat(10_000)])("does not accept %p", (text) => {
    expect(isWellFormedApiKey("rvk_", text)).toBe(false);
  });

  it("is stored as a hash that does not contain it", () => {
    const key = newApiKey("rvk_");
    expect(apiKeyHash(key)).toHaveLength(32);
    expect(apiKeyHash(key).toString("latin1")).not.toContain(key.slice(4, 12));
  });
});
