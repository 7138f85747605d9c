import { newId } from "@receipts/contracts";
import { createAccount, insertApiKey, newApiKey } from "@receipts/gateway";
import type pg from "pg";
import type { BenchBank } from "./bench-services.ts";

export interface BenchAccount {
  readonly userId: string;
  readonly apiKeyId: string;
  readonly apiKey: string;
}

/** For benchmarks without a bank. */
const noBank = { code: "boa", account: "104273658" } as const;

export interface AccountOptions {
  readonly credits?: number;
  /** The bank whose receipts match the settlement account. */
  readonly bank?: Pick<BenchBank, "code" | "account">;
}

/** Creates accounts with a key, credits and a settlement account. */
export async function makeAccounts(
  pool: pg.Pool,
  count: number,
  { credits = 10_000_000, bank = noBank }: AccountOptions = {},
): Promise<readonly [BenchAccount, ...BenchAccount[]]> {
  const first = await makeAccount(pool, { credits, bank });
  const others: BenchAccount[] = [];
  while (others.length < count - 1) others.push(await makeAccount(pool, { credits, bank }));
  return [first, ...others];
}

async function makeAccount(
  pool: pg.Pool,
  { credits, bank }: Required<AccountOptions>,
): Promise<BenchAccount> {
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
     values ($1, $2, $3, 'user', $4, $4, 'Bench Merchant')`,
    [newId("bankAccount"), userId, bank.code, bank.account],
  );
  return { userId, apiKeyId, apiKey };
}
