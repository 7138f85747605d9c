import { createMemoryFastStore } from "@receipts/fast-store";
import type { Request } from "express";
import { createClientLimit } from "./attempt-limits.ts";
import { CLIENTS_OF_A_PROXY } from "./client-address.ts";

const POINTS = 2;

/** A limit, and the keys that it has counted. */
function openLimit() {
  const store = createMemoryFastStore();
  const keys = new Set<string>();
  const limit = createClientLimit(
    (name, points) => {
      const limiter = store.rateLimiter({ name, points, windowSeconds: 900 });
      return {
        consume: (key) => {
          keys.add(`${name} ${key}`);
          return limiter.consume(key);
        },
      };
    },
    "sign-in",
    POINTS,
  );
  return { limit, keys };
}

const from = (forwarded?: string, remoteAddress = "192.0.2.1") =>
  ({
    ip: remoteAddress,
    socket: { remoteAddress },
    app: { get: () => () => false },
    get: () => forwarded,
  }) as unknown as Request;

it("a proxy that has used up its limit leaves nothing behind for each forged address, and is refused for all", async () => {
  const { limit, keys } = openLimit();
  const allowed = async (nth: number) => (await limit(from(`198.51.${nth >> 8}.${nth & 255}`))).allowed;
  for (let nth = 0; nth < POINTS * CLIENTS_OF_A_PROXY; nth += 1) expect(await allowed(nth)).toBe(true);
  expect(await allowed(1_000)).toBe(false);
  const before = keys.size;
  for (let nth = 2_000; nth < 3_000; nth += 1) expect(await allowed(nth)).toBe(false);
  expect(keys.size).toBe(before);
  expect((await limit(from("198.51.100.1"))).resetMs).toBeGreaterThan(0);
});

it("another proxy, and a client without one, keep their own attempts", async () => {
  const { limit } = openLimit();
  for (let nth = 0; nth < 20; nth += 1) await limit(from(`198.51.100.${nth}`));
  expect((await limit(from("198.51.100.1", "192.0.2.2"))).allowed).toBe(true);
  expect((await limit(from(undefined, "192.0.2.1"))).allowed).toBe(true);
});
