import { sandboxReceivers } from "@receipts/bank-sandbox";
import { type BankCode, bankCodes, isBankCode, newId } from "@receipts/contracts";
import type { Pool } from "@receipts/database";
import { createAccount, findAccount, insertApiKey } from "@receipts/gateway";
import { normalizeAccount } from "@receipts/settlement";
import type { DemoSecrets } from "./demo-secrets.ts";

const DEMO_EMAIL = "demo@example.com";

/** Makes the demo account if it is not there: credits, a key with every permission, one saved account per bank. */
export async function ensureDemoAccount(
  pool: Pool,
  secrets: DemoSecrets,
  options: { credits: number; keyPrefix: string },
): Promise<void> {
  const account =
    (await findAccount(pool, DEMO_EMAIL)) ??
    (await createAccount(pool, { email: DEMO_EMAIL, name: "Demo Merchant", credits: options.credits }));
  const known = await pool.query("select 1 from api_keys where id = $1", [secrets.apiKeyId]);
  if (known.rowCount === 0) {
    await insertApiKey(pool, {
      id: secrets.apiKeyId,
      key: secrets.apiKey,
      userId: account.id,
      name: "Demo key",
      permissions: { verification: ["read", "write"], metrics: ["read"], uptime: ["read"] },
      prefix: options.keyPrefix,
    });
  }
  for (const bank of bankCodes) await ensureBankAccount(pool, account.id, bank);
}

/** The receiver of the sandbox's receipts, so that a first verification also shows a settlement match. */
async function ensureBankAccount(pool: Pool, userId: string, bank: BankCode): Promise<void> {
  const receiver = Object.entries(sandboxReceivers).find(([code]) => isBankCode(code) && code === bank)?.[1];
  if (receiver === undefined) return;
  await pool.query(
    `insert into bank_accounts (id, user_id, bank, owner, account_number, normalized_number, account_name, label)
     values ($1, $2, $3, 'user', $4, $5, $6, 'Sandbox receiver')
     on conflict do nothing`,
    [
      newId("bankAccount"),
      userId,
      bank,
      receiver.accountNumber,
      normalizeAccount(bank, receiver.accountNumber),
      receiver.accountName,
    ],
  );
}
