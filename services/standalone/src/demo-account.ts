import { sandboxReceivers } from "@receipts/bank-sandbox";
import { type BankCode, bankCodes, checkoutScopes, isBankCode, newId } from "@receipts/contracts";
import type { Pool } from "@receipts/database";
import {
  createAccount,
  createPasswordHasher,
  findAccount,
  insertApiKey,
  insertCheckoutKey,
} from "@receipts/gateway";
import { normalizeAccount } from "@receipts/settlement";
import type { DemoSecrets } from "./demo-secrets.ts";
import { DEMO_EMAIL } from "./standalone-config.ts";

export const PLATFORM_EMAIL = "platform@example.com";

/**
 * Creates the demo account unless it exists: credits, a password, keys with all permissions, one saved account per
 * bank.
 */
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
      permissions: {
        verification: ["read", "write"],
        metrics: ["read"],
        uptime: ["read"],
        webhooks: ["read", "write"],
      },
      prefix: options.keyPrefix,
    });
  }
  const knownCheckout = await pool.query("select 1 from checkout_keys where id = $1", [
    secrets.checkoutKeyId,
  ]);
  if (knownCheckout.rowCount === 0) {
    await insertCheckoutKey(pool, {
      id: secrets.checkoutKeyId,
      key: secrets.checkoutKey,
      userId: account.id,
      name: "Demo shop",
      scopes: checkoutScopes,
    });
  }
  await ensurePassword(pool, account.id, secrets.password);
  for (const bank of bankCodes) await ensureBankAccount(pool, account.id, bank);
}

/**
 * Creates the account that receives payments for credits, unless it exists. It has no password, and pays for the
 * verification attempts of its payers.
 */
export async function ensurePlatformAccount(pool: Pool, options: { credits: number }): Promise<void> {
  const account =
    (await findAccount(pool, PLATFORM_EMAIL)) ??
    (await createAccount(pool, {
      email: PLATFORM_EMAIL,
      name: "Receipt verification",
      credits: options.credits,
    }));
  for (const bank of bankCodes) await ensureBankAccount(pool, account.id, bank);
}

/** Restores the password that is printed at the start, even if it was changed. */
async function ensurePassword(pool: Pool, userId: string, password: string): Promise<void> {
  const hasher = createPasswordHasher();
  const { rows } = await pool.query<{ hash: string | null }>(
    "select password_hash as hash from users where id = $1",
    [userId],
  );
  const hash = rows[0]?.hash ?? null;
  if (hash !== null && (await hasher.verify(password, hash))) return;
  await pool.query("update users set password_hash = $2, password_changed_at = now() where id = $1", [
    userId,
    await hasher.hash(password),
  ]);
}

/** Saves the receiver of the sandbox's receipts, so that a first verification also shows a settlement match. */
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
