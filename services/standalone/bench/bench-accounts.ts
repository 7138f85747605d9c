import { newId } from "@receipts/contracts";
import { createAccount, insertApiKey, newApiKey } from "@receipts/gateway";
import type pg from "pg";

export interface BenchAccount {
  readonly userId: string;
  readonly apiKeyId: string;
  readonly apiKey: string;
}

/** The account that the benchmark's bank names as receiver ends in these digits. */
const SETTLEMENT_ACCOUNT = "104273658";

/** Accounts with a key, credits and a settlement account. */
export async function makeAccounts(
  pool: pg.Pool,
  count: number,
  credits = 10_000_000,
): Promise<readonly [BenchAccount, ...BenchAccount[]]> {
  const first = await makeAccount(pool, credits);
  const others: BenchAccount[] = [];
  while (others.length < count - 1) others.push(await makeAccount(pool, credits));
  return [first, ...others];
}

async function makeAccount(pool: pg.Pool, credits: number): Promise<BenchAccount> {
  const apiKeyId = newId("apiKey");
  const apiKey = newApiKey("rvk_");
  const { id: userId } = await createAccount(pool, {
    email: `${apiKeyId}@example.test`,
    name: "Bench Merchant",
    credits,
  });
  await insertApiKey(pool, {
    id: apiKeyId,
    key: apiKey,
    userId,
    name: "bench",
    permissions: { verification: ["read", "write"], metrics: ["read"], uptime: ["read"] },
    prefix: "rvk_",
  });
  await pool.query(
    `insert into bank_accounts (id, user_id, bank, owner, account_number, normalized_number, account_name)
     values ($1, $2, 'boa', 'user', $3, $3, 'Bench Merchant')`,
    [newId("bankAccount"), userId, SETTLEMENT_ACCOUNT],
  );
  return { userId, apiKeyId, apiKey };
}
