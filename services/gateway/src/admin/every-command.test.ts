import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { newId } from "@receipts/contracts";
import { inTransaction } from "@receipts/database";
import { createDocumentQuarantine, deriveQuarantineKey } from "@receipts/quarantine";
import { database, useTestDatabase } from "@receipts/testing";
import { createSecretBox } from "@receipts/webhooks";
import type { Command } from "commander";
import { adminProgram } from "../../test/run-admin.ts";
import { createAccount } from "../accounts/account-repository.ts";
import { apiKeys } from "../api-keys/api-key-repository.ts";
import { createDeposit } from "../checkout/deposits/create-deposit.ts";
import { keepFile } from "../receipt-files/keep-file.ts";

const keys = {
  SECRETS_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
  QUARANTINE_KEY: randomBytes(32).toString("base64"),
};

let folder: string;
useTestDatabase();
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "admin-every-command-"));
  // Records the statement timeout of the command's connection with each audit entry.
  await database.pool.query("create table seen_timeouts (audit_id text, statement text)");
  await database.pool.query(
    `create function note_timeout() returns trigger language plpgsql as $$
     begin
       insert into seen_timeouts values (new.id, current_setting('statement_timeout'));
       return new;
     end $$`,
  );
  await database.pool.query(
    "create trigger note_timeout after insert on audit_log for each row execute function note_timeout()",
  );
});
afterAll(() => rm(folder, { recursive: true }));

const programOf = () =>
  adminProgram(database.url, {
    env: keys,
    readStoredMessages: async () => undefined,
    input: "correct horse battery staple\n",
  });

/** All leaf commands of the program, such as `user create`. */
function namesOf(command: Command, above = ""): string[] {
  return command.commands.flatMap((child) => {
    const name = `${above}${child.name()}`;
    return child.commands.length > 0 ? namesOf(child, `${name} `) : [name];
  });
}

interface Things {
  readonly user: string;
  readonly keyId: string;
  readonly documentId: string;
  readonly fileId: string;
  readonly purchaseId: string;
}

interface CommandCase {
  readonly words: (things: Things) => readonly string[];
  readonly action: string;
  /** Runs with the long statement timeout. */
  readonly hasLongStatements?: true;
}

const ofUser = ({ user }: Things) => ["--user", user];
const day = ["--from", "2026-01-31T12:00:00Z", "--to", "2026-01-31T12:01:00Z"];

/** Every command with valid arguments and the audit action that it records. */
const cases: Readonly<Record<string, CommandCase>> = {
  "user create": {
    words: () => ["--email", `${newId("user")}@example.test`, "--name", "A"],
    action: "account.created",
  },
  "user list": { words: () => [], action: "account.listed" },
  "user invite": { words: () => ["--email", `${newId("user")}@example.test`], action: "invitation.created" },
  "user set-password": {
    words: (things) => [...ofUser(things), "--password-stdin"],
    action: "account.password_set",
  },
  "user end-two-factor": { words: ofUser, action: "two_factor.disabled" },
  "user disable": { words: ofUser, action: "account.disabled" },
  "user enable": { words: ofUser, action: "account.enabled" },
  "key create": { words: (things) => [...ofUser(things), "--name", "till"], action: "api_key.created" },
  "key list": { words: ofUser, action: "api_key.listed" },
  "key revoke": { words: (things) => [...ofUser(things), things.keyId], action: "api_key.revoked" },
  "credits grant": { words: (things) => [...ofUser(things), "--amount", "5"], action: "credits.granted" },
  "credits balance": { words: ofUser, action: "credits.balance_read" },
  "credits reconcile": { words: () => [], action: "credits.reconciled", hasLongStatements: true },
  "credits purchases list": { words: () => [], action: "credit_purchase.listed" },
  "credits purchases resolve": {
    words: ({ purchaseId }) => [purchaseId, "--decision", "accept", "--note", "Seen in our account"],
    action: "deposit.resolved",
  },
  "documents list": { words: () => [], action: "document.listed" },
  "documents show": { words: ({ documentId }) => [documentId], action: "document.shown" },
  "documents save": {
    words: ({ documentId }) => [documentId, path.join(folder, documentId)],
    action: "document.opened",
  },
  "documents delete": { words: ({ documentId }) => [documentId], action: "document.deleted" },
  "files save": { words: ({ fileId }) => [fileId, path.join(folder, fileId)], action: "file.opened" },
  "bank list": { words: () => [], action: "bank.listed" },
  "request show": {
    words: ({ fileId }) => [fileId],
    action: "request.shown",
    hasLongStatements: true,
  },
  "account export": { words: ofUser, action: "account.exported", hasLongStatements: true },
  "account erase": {
    words: (things) => [...ofUser(things), "--yes"],
    action: "account.erased",
    hasLongStatements: true,
  },
  "account erase-closed": { words: () => [], action: "account.erased", hasLongStatements: true },
  "webhook-secret create": { words: ofUser, action: "webhook_secret.created" },
  "webhook-secret reseal": { words: () => [], action: "webhook_secret.resealed" },
  "environment-keys list": { words: () => [], action: "environment_key.listed" },
  "environment-keys forget": {
    words: () => ["QUARANTINE_KEY", "--accept-loss"],
    action: "environment_key.forgotten",
  },
  "payment-totals check": { words: () => [], action: "payment_totals.checked", hasLongStatements: true },
  "payment-totals repair": { words: () => [], action: "payment_totals.repaired", hasLongStatements: true },
  "after-restore": { words: () => day, action: "restore.examined", hasLongStatements: true },
};

/** The account that a command acts on. It is disabled for `user enable`. */
async function things(name: string): Promise<Things> {
  const account = { email: `${newId("user")}@example.test`, name: "A", credits: 5 };
  const { id: user } = await createAccount(database.pool, account);
  if (name === "user enable")
    await database.pool.query("update users set disabled_at = now() where id = $1", [user]);
  if (name === "account erase-closed") {
    // As time does: the trigger refuses to bring an erasure forward.
    await database.pool.query("alter table users disable trigger close_user");
    await database.pool.query("update users set closed_at = now() - interval '31 days' where id = $1", [
      user,
    ]);
    await database.pool.query("alter table users enable trigger close_user");
  }
  if (name === "user end-two-factor")
    await database.pool.query(
      "insert into two_factors (person_id, ciphertext, confirmed_at) values ($1, '', now())",
      [user],
    );
  const made = await inTransaction(database.pool, (client) =>
    apiKeys.create(client, { userId: user, name: "k", permissions: {}, prefix: "rvk_" }),
  );
  const quarantine = createDocumentQuarantine({
    database: database.pool,
    key: deriveQuarantineKey(keys.QUARANTINE_KEY),
    onError: (error) => {
      throw error;
    },
  });
  const documentId = await quarantine.store({
    bank: "boa",
    verificationId: newId("verification"),
    contentType: "application/json",
    body: randomBytes(8),
    reason: "another shape",
  });
  const fileId = name === "files save" || name === "request show" ? await aFile(user) : "";
  const purchaseId = name === "credits purchases resolve" ? await aDeposit(user) : "";
  return { user, keyId: made?.row.id ?? "", documentId: documentId ?? "", purchaseId, fileId };
}

async function aFile(userId: string): Promise<string> {
  const verificationId = newId("verification");
  await database.pool.query(
    `insert into verification_requests (id, user_id, bank, reference, receipt_key, cache_status, processing_status, status,
       requeue_after, deadline_at, http_request_id)
     values ($1, $2, 'boa', 'FT1', 'boa:FT1', 'MISS', 'queued', 'pending', now(), now(), '')`,
    [verificationId, userId],
  );
  const box = createSecretBox(keys.SECRETS_ENCRYPTION_KEY, []);
  await keepFile(database.pool, box, { verificationId, bytes: randomBytes(8), days: 1 });
  return verificationId;
}

/** Marks a deposit as a credited purchase: the other effects of a purchase are not tested here. */
async function aDeposit(userId: string): Promise<string> {
  const { pool } = database;
  await pool.query(
    `insert into bank_accounts (id, user_id, bank, owner, account_number, normalized_number, account_name)
     values ($1, $2, 'telebirr', 'user', '0911223344', '0911223344', 'Shop')`,
    [newId("bankAccount"), userId],
  );
  const { id } = await inTransaction(pool, (client) =>
    createDeposit(
      client,
      { checkoutBaseUrl: "https://pay.example.test", isLive: () => true },
      {
        userId,
        body: { amount: "10.00", currency: "ETB", reference: "credits", expiresInMinutes: 60 },
        cause: { requestId: "test", traceparent: null },
      },
    ),
  );
  await pool.query(
    "insert into credit_purchases (deposit_id, user_id, package_id, credits, credited_at) values ($1, $2, 'starter', 5, now())",
    [id, userId],
  );
  return id;
}

describe("admin commands", () => {
  it("are all covered here with their audit action", () => {
    expect(Object.keys(cases).sort()).toEqual(namesOf(programOf()).sort());
  });

  it.each(Object.entries(cases))(
    "%s leaves exactly one row",
    async (name, { words, action, hasLongStatements }) => {
      const given = await things(name);
      const { rows: before } = await database.pool.query("select id from audit_log");
      await programOf().parseAsync([...name.split(" "), ...words(given)], { from: "user" });
      const { rows } = await database.pool.query(
        `select a.action, a.actor_kind as kind, a.actor_id as by, t.statement as timeout
         from audit_log a join seen_timeouts t on t.audit_id = a.id where not a.id = any($1)`,
        [before.map(({ id }) => id)],
      );
      const timeout = hasLongStatements === true ? "1h" : "10s";
      expect(rows).toEqual([{ action, kind: "operator", by: os.userInfo().username, timeout }]);
    },
  );
});
