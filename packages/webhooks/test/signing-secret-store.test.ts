import { randomBytes } from "node:crypto";
import { database, useTestDatabase } from "@receipts/testing";
import { createSecretBox } from "../src/secret-box.ts";
import { createSigningSecretStore, resealAll, SecretUnreadable } from "../src/signing-secret-store.ts";

let userId: string;
let users = 0;
useTestDatabase();
beforeEach(async () => {
  users += 1;
  userId = `usr_${users}`;
  await database.pool.query("insert into users (id, email, name) values ($1, $1 || '@example.test', 'A')", [
    userId,
  ]);
});

const newKey = () => randomBytes(32).toString("base64");
const key = newKey();
const storeWith = (...[present, ...previous]: [string, ...string[]]) =>
  createSigningSecretStore({ database: database.pool, secretBox: createSecretBox(present, previous) });
const graceIsOver = () =>
  database.pool.query("update webhook_secrets set previous_until = now() where previous_until is not null");

describe("rotation of a signing secret", () => {
  it("keeps the old one for a grace period: it signs our header, both sign the standard one", async () => {
    const store = storeWith(key);
    const { secret: old } = await store.renew(userId);
    expect(await store.secretsOf(userId)).toEqual({ legacy: old, all: [old] });
    const { secret: next, rotationEndsAt } = await store.renew(userId, { gracePeriodSeconds: 60 });
    expect(await store.secretsOf(userId)).toEqual({ legacy: old, all: [next, old] });
    expect(rotationEndsAt?.getTime()).toBeGreaterThan(Date.now());
  });

  it("ends after the grace period", async () => {
    const store = storeWith(key);
    await store.renew(userId);
    const { secret: next } = await store.renew(userId, { gracePeriodSeconds: 60 });
    await graceIsOver();
    expect(await store.secretsOf(userId)).toEqual({ legacy: next, all: [next] });
  });

  it("ends at once by activate", async () => {
    const store = storeWith(key);
    await store.renew(userId);
    const { secret: next } = await store.renew(userId);
    expect([await store.activate(userId), await store.activate(userId)]).toEqual([true, false]);
    expect(await store.secretsOf(userId)).toEqual({ legacy: next, all: [next] });
  });

  it("replaces the secret at once without a grace period", async () => {
    const store = storeWith(key);
    await store.renew(userId);
    const { secret: next } = await store.renew(userId, { gracePeriodSeconds: 0 });
    expect(await store.secretsOf(userId)).toEqual({ legacy: next, all: [next] });
  });

  it("keeps the latest two during another rotation", async () => {
    const store = storeWith(key);
    await store.renew(userId);
    const { secret: second } = await store.renew(userId);
    const { secret: third } = await store.renew(userId);
    expect(await store.secretsOf(userId)).toEqual({ legacy: second, all: [third, second] });
  });

  it("removes both secrets", async () => {
    const store = storeWith(key);
    await store.renew(userId);
    await store.renew(userId);
    expect([await store.remove(userId), await store.secretsOf(userId)]).toEqual([true, undefined]);
    expect(await store.activate(userId)).toBe(false);
  });
});

describe("rotation of the encryption key", () => {
  it("decrypts with the previous key, and reseals all with the current one in bounded batches", async () => {
    await database.pool.query("delete from webhook_secrets");
    const [oldKey, newerKey] = [newKey(), newKey()];
    const before = storeWith(oldKey);
    const secrets = new Map<string, string>();
    for (let n = 0; n < 5; n += 1) {
      const id = `usr_${userId}_${n}`;
      await database.pool.query(
        "insert into users (id, email, name) values ($1, $1 || '@example.test', 'A')",
        [id],
      );
      await before.renew(id);
      secrets.set(id, (await before.renew(id)).secret);
    }
    const secretBox = createSecretBox(newerKey, [oldKey]);
    const deps = { database: database.pool, secretBox };
    expect([await resealAll(deps, 3), await resealAll(deps, 3), await resealAll(deps, 3)]).toEqual([3, 2, 0]);
    const after = storeWith(newerKey);
    for (const [id, secret] of secrets) {
      const opened = await after.secretsOf(id);
      expect([opened?.all[0], opened?.all.length]).toEqual([secret, 2]);
      await expect(before.secretsOf(id)).rejects.toBeInstanceOf(SecretUnreadable);
    }
  });
});

describe("a secret box", () => {
  it("opens data sealed before keys had ids", () => {
    const sealed = Buffer.from("AQABAgMEBQYHCAkKC4hYydGlrk1Y+rzlkXoihb5o7YgZcw==", "base64");
    expect(createSecretBox(newKey(), [Buffer.alloc(32, 7).toString("base64")]).open(sealed, "c")).toBe(
      "plain",
    );
  });

  it.each([
    ["another key", () => createSecretBox(newKey()), "c"],
    ["another context", () => createSecretBox(key), "d"],
  ])("does not open with %s", (_case, box, context) => {
    expect(() => box().open(createSecretBox(key).seal("plain", "c"), context)).toThrow("sealed with a key");
  });
});
