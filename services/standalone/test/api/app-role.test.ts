import { randomBytes } from "node:crypto";
import { migrate } from "@receipts/database";
import { eraseAccount, operatorActor } from "@receipts/gateway";
import pg from "pg";
import { type CallSignedIn, signIn } from "../signed-in.ts";
import { aReceipt, openSystem, type System, type TestAccount } from "../system.ts";

/**
 * Installations from before the separate service roles use one role that owns nothing, and may keep it. A compromised
 * service must not be able to rewrite the audit log.
 */
const role = `app_${randomBytes(6).toString("hex")}`;
const password = randomBytes(12).toString("hex");

let system: System;
let ownerUrl: string;
let app: pg.Pool;
let account: TestAccount;
let person: CallSignedIn;
beforeAll(async () => {
  system = await openSystem({
    verifiers: ["telebirr"],
    databaseVia: async (url) => {
      ownerUrl = url;
      await asOwner(`create role ${role} login password '${password}'`);
      await migrate(url, { appRole: role });
      return url;
    },
    connectAs: asRole,
  });
  app = new pg.Pool({ connectionString: asRole(ownerUrl), max: 1 });
  account = await system.account();
  person = await signIn(system, account);
});
afterAll(async () => {
  await app.end();
  await system.stop();
  // Roles belong to the whole server; this one's grants were dropped with the database.
  await asOwner(`drop role ${role}`, process.env["RECEIPTS_TEST_ADMIN_URL"]);
});

function asRole(url: string): string {
  return Object.assign(new URL(url), { username: role, password }).href;
}

async function asOwner(statement: string, connectionString = ownerUrl): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

describe("the services with one role that owns nothing", () => {
  it("verify, report, and write the audit log", async () => {
    const { rows } = await app.query("select current_user as name");
    expect(rows).toEqual([{ name: role }]);
    await person("patch", "/api/profile").send({ businessName: "Selam PLC" }).expect(200);
    const draft = { bank: "telebirr", accountNumber: "0900127436", accountName: "Selam", owner: "business" };
    await person("post", "/api/bank-accounts").send(draft).expect(201);
    const { body } = await system
      .verify(account, aReceipt(), { waitMs: 15_000, idempotencyKey: "once" })
      .expect(200);
    expect(body.data[0]).toMatchObject({ verified: true, settlementAccountMatch: { matched: true } });
    await system.call("get", "/api/verify/history", account).expect(200);
    const audit = await app.query("select action from audit_log where user_id = $1 order by id", [
      account.userId,
    ]);
    expect(audit.rows.map(({ action }) => action)).toEqual(["profile.updated", "bank_account.created"]);
  });

  it.each([
    ["update audit_log set action = 'nothing.happened'"],
    ["delete from audit_log"],
    ["truncate audit_log, audit_details"],
    ["update audit_details set after = '{}'"],
    ["delete from audit_details"],
    ["truncate audit_details"],
    ["alter table audit_log disable trigger all"],
    ["drop trigger audit_log_append_only on audit_log"],
    [
      "create or replace function refuse_change() returns trigger language plpgsql as 'begin return null; end'",
    ],
    ["drop table audit_log"],
    ["set session_replication_role = replica"],
    ["delete from knex_migrations"],
    ["create table elsewhere (id text)"],
  ])("cannot %s", async (statement) => {
    await expect(app.query(statement)).rejects.toMatchObject({ code: "42501" });
  });

  /** Erasure of an account deletes the texts of its audit entries, so the role must not be able to pretend one. */
  it("cannot erase an account, nor data that only an erasure may delete", async () => {
    const denied = { code: "42501" };
    const values = [account.userId];
    await expect(app.query("update users set erased_at = now() where id = $1", values)).rejects.toMatchObject(
      denied,
    );
    await expect(
      eraseAccount(app, account.userId, { actor: operatorActor("intruder") }),
    ).rejects.toMatchObject(denied);
    const { rows } = await app.query(
      "select from audit_details join audit_log on id = audit_id where user_id = $1",
      values,
    );
    expect(rows).toHaveLength(2);
  });

  /** Functions that run as the owner are a way around the role's limits. */
  it("may call only granted functions, and as the owner only upkeep, refunds, messages and the check of keys", async () => {
    const { rows } = await app.query<{ name: string; given: boolean; asOwner: boolean }>(
      `select proname as name, prosecdef as "asOwner",
              exists (select from aclexplode(proacl) where grantee = current_user::regrole) as given
         from pg_proc where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
          and has_function_privilege(oid, 'execute') order by proname`,
    );
    expect(rows.filter(({ given }) => !given)).toEqual([]);
    expect(rows.filter(({ asOwner }) => asOwner).map(({ name }) => name)).toEqual([
      "drop_attempt_partitions",
      "make_attempt_partitions",
      "notify_telegram_of_verdicts",
      "queue_telegram",
      "refund_requests",
      "register_environment_key",
    ]);
  });
});

describe("an erased account", () => {
  it("stays erased, even for the owner of the schema", async () => {
    const { userId } = await system.account();
    await asOwner(`update users set erased_at = now() where id = '${userId}'`);
    for (const other of ["null", "now() + interval '1 day'"]) {
      await expect(asOwner(`update users set erased_at = ${other} where id = '${userId}'`)).rejects.toThrow(
        "an account that is erased stays erased",
      );
    }
    await asOwner(`update users set name = '' where id = '${userId}'`);
  });
});

describe("npm run migrate with APP_DATABASE_ROLE", () => {
  it("refuses a role that does not exist, and a superuser", async () => {
    await expect(migrate(ownerUrl, { appRole: "missing_role" })).rejects.toThrow(
      /there is no role missing_role/,
    );
    const owner = new URL(ownerUrl).username;
    await expect(migrate(ownerUrl, { appRole: owner })).rejects.toThrow(/has all privileges/);
  });
});
