import { newId } from "@receipts/contracts";
import { database, useTestDatabase } from "@receipts/testing";
import { testLog } from "@receipts/testing/suite-log";
import { createAccount } from "../accounts/account-repository.ts";
import { insertApiKey } from "./api-key-repository.ts";
import { createKeyUsage } from "./key-usage.ts";

useTestDatabase();

async function someKeys(count: number): Promise<string[]> {
  const email = `${newId("user")}@example.test`;
  const { id: userId } = await createAccount(database.pool, { email, name: "A", credits: 0 });
  const ids = Array.from({ length: count }, () => newId("apiKey"));
  for (const id of ids) {
    const draft = { name: "k", permissions: { uptime: ["read" as const] }, prefix: "rvk_" };
    await insertApiKey(database.pool, { ...draft, id, key: `rvk_${id}`, userId });
  }
  return ids;
}

async function usesOf(id: string | undefined) {
  const { rows } = await database.pool.query(
    "select request_count as count, last_used_at as at from api_keys where id = $1",
    [id],
  );
  return rows[0];
}

describe("the use counts of keys", () => {
  it("are exact when many processes write the same keys at once", async () => {
    const ids = await someKeys(20);
    const processes = Array.from({ length: 4 }, () =>
      createKeyUsage({ database: database.pool, log: testLog }),
    );
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(
        processes.map((usage, index) => {
          for (const id of index % 2 === 0 ? ids : ids.toReversed()) usage.count(id);
          return usage.flush();
        }),
      );
    }
    for (const id of ids) expect((await usesOf(id)).count).toBe(40);
  });

  it("survive a failed write, with the time of the last use", async () => {
    const [id = ""] = await someKeys(1);
    let isDown = true;
    const query = (...values: Parameters<typeof database.pool.query>) =>
      isDown ? Promise.reject(new Error("away")) : database.pool.query(...values);
    let at = new Date("2026-01-01T00:00:00Z");
    const usage = createKeyUsage({
      database: { query } as unknown as typeof database.pool,
      log: testLog,
      now: () => at,
    });
    usage.count(id);
    await expect(usage.flush()).rejects.toThrow("away");
    at = new Date("2026-01-01T00:00:05Z");
    usage.count(id);
    isDown = false;
    await usage.flush();
    await usage.flush();
    expect(await usesOf(id)).toEqual({ count: 2, at });
  });
});
