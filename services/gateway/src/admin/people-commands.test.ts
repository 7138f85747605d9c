import os from "node:os";
import { database, useTestDatabase } from "@receipts/testing";
import { runAdmin } from "../../test/run-admin.ts";
import { createPasswordHasher } from "../passwords/password-hasher.ts";
import { findOpenSession, openSession } from "../sessions/session-repository.ts";

const PASSWORD = "correct horse battery staple";

useTestDatabase();

/** `line` is split at blanks; `more` are arguments that contain blanks. */
const adminWith = (input: string, line: string, ...more: string[]) =>
  runAdmin(database.url, [...line.split(" "), ...more], { input });
const admin = (line: string, ...more: string[]) => adminWith("", line, ...more);

/** Returns the audit actions since the last call, with their actor. */
let seen = "";
async function newAudit() {
  const { rows } = await database.pool.query(
    "select id, action, actor_kind as kind, actor_id as by, subject from audit_log where id > $1 order by id",
    [seen],
  );
  seen = rows.at(-1)?.id ?? seen;
  for (const row of rows) expect(row).toMatchObject({ kind: "operator", by: os.userInfo().username });
  return rows.map(({ action, subject }) => ({ action, subject }));
}

async function anAccount(email: string): Promise<string> {
  const printed = await admin(`user create --email ${email} --credits 5 --name`, "A Merchant");
  return /usr_\w+/.exec(printed)?.[0] ?? "";
}

async function passwordOf(id: string): Promise<string | null> {
  const { rows } = await database.pool.query("select password_hash as hash from users where id = $1", [id]);
  return rows[0].hash;
}

describe("admin -- user", () => {
  it("creates an account with the password from standard input", async () => {
    const words = ["user create --name A --password-stdin --email", " Owner@Example.test"] as const;
    const printed = await adminWith(`${PASSWORD}\nrest`, ...words);
    const id = /^Account: (usr_\w+) owner@example\.test$/.exec(printed)?.[1] ?? "";
    expect(await createPasswordHasher().verify(PASSWORD, await passwordOf(id))).toBe(true);
    expect(await newAudit()).toEqual([{ action: "account.created", subject: id }]);
    await expect(adminWith(PASSWORD, ...words)).rejects.toThrow("Account already exists: owner@example.test");
    const short = adminWith("short\n", "user create --email b@example.test --name B --password-stdin");
    await expect(short).rejects.toThrow("The password must have 12 to 200 characters");
    expect(await newAudit()).toEqual([]);
  });

  it("sets a password and ends the sessions", async () => {
    const id = await anAccount("set@example.test");
    expect(await passwordOf(id)).toBeNull();
    await database.pool.query(
      "insert into sessions (id, user_id, expires_at) values ('ses_1', $1, now() + interval '1 hour')",
      [id],
    );
    await newAudit();
    const printed = await adminWith(PASSWORD, "user set-password --user set@example.test --password-stdin");
    expect(printed).toBe("Password of set@example.test set. Sessions ended: 1");
    expect(await passwordOf(id)).toMatch(/^\$scrypt\$/);
    expect(await newAudit()).toEqual([{ action: "account.password_set", subject: id }]);
  });

  it("invites a person once, and stores only the hash of the token", async () => {
    await newAudit();
    const printed = await admin("user invite --email Guest@example.test");
    const token = /^Invitation of guest@example\.test until .*, shown only once: ([\w-]{43})$/.exec(
      printed,
    )?.[1];
    expect(token).toBeDefined();
    const { rows } = await database.pool.query(
      "select id from invitations where token_hash = sha256(convert_to($1, 'UTF8'))",
      [token],
    );
    expect(await newAudit()).toEqual([{ action: "invitation.created", subject: rows[0].id }]);
    await anAccount("there@example.test");
    await expect(admin("user invite --email there@example.test")).rejects.toThrow("already");
  });

  it("disables, lists and enables an account, and audits only actual changes", async () => {
    const id = await anAccount("closed@example.test");
    await newAudit();
    expect(await admin(`user disable --user ${id}`)).toBe("closed@example.test: disabled");
    expect(await admin(`user disable --user ${id}`)).toBe("closed@example.test was already disabled");
    expect(await admin("user list --limit 1")).toMatch(
      new RegExp(`^${id}  closed@example\\.test  .*  5 credits  A Merchant  disabled$`),
    );
    expect(await admin(`user enable --user ${id}`)).toBe("closed@example.test: enabled");
    expect(await newAudit()).toEqual([
      { action: "account.disabled", subject: id },
      { action: "account.listed", subject: null },
      { action: "account.enabled", subject: id },
    ]);
  });

  it("ends at enabling a session that was opened while the account was being disabled", async () => {
    const id = await anAccount("raced@example.test");
    await admin(`user disable --user ${id}`);
    const session = await openSession(database.pool, id);
    await admin(`user enable --user ${id}`);
    expect(await findOpenSession(database.pool, session.id, null)).toBeUndefined();
    const later = await openSession(database.pool, id);
    expect(await findOpenSession(database.pool, later.id, null)).toMatchObject({ id: later.id });
  });
});

describe("admin -- request", () => {
  it("leaves no receipt number in the audit log, which no erasure would reach", async () => {
    await newAudit();
    await expect(admin("request show DJ57QK2M48")).rejects.toThrow("DJ57QK2M48");
    expect(await newAudit()).toEqual([{ action: "request.shown", subject: null }]);
  });
});

describe("admin -- key", () => {
  it("creates, lists and revokes a key", async () => {
    const user = await anAccount("keys@example.test");
    await newAudit();
    expect(await admin(`key list --user ${user}`)).toBe("No API keys");
    const printed = await admin(`key create --user ${user} --name till --permissions uptime:read`);
    const [, id = "", key = ""] = /^API key (key_\w+), shown only once: (rvk_\w{49})$/.exec(printed) ?? [];
    const listed = await admin(`key list --user ${user}`);
    expect(listed).toBe(`${id}  active  0 requests  never used  {"uptime":["read"]}  till`);
    expect(listed).not.toContain(key);
    expect(await admin(`key revoke --user ${user} ${id}`)).toBe(`Revoked ${id}`);
    await expect(admin(`key revoke --user ${user} ${id}`)).rejects.toThrow(`Active key not found: ${id}`);
    expect(await admin(`key list --user ${user}`)).toContain("  revoked  ");
    expect(await newAudit()).toEqual([
      { action: "api_key.listed", subject: user },
      { action: "api_key.created", subject: id },
      { action: "api_key.listed", subject: user },
      { action: "api_key.revoked", subject: id },
      { action: "api_key.listed", subject: user },
    ]);
  });
});

describe("admin -- credits grant", () => {
  it("audits who granted them", async () => {
    const user = await anAccount("credits@example.test");
    await newAudit();
    expect(await admin(`credits grant --user ${user} --amount 7`)).toBe(
      "Balance of credits@example.test: 12",
    );
    expect(await newAudit()).toEqual([{ action: "credits.granted", subject: user }]);
  });
});
