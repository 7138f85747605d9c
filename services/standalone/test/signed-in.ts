import { randomBytes } from "node:crypto";
import type { Role } from "@receipts/contracts";
import { createPasswordHasher, createSessionTokens, openSession } from "@receipts/gateway";
import { rememberSecret } from "@receipts/testing/suite-log";
import type { Test } from "supertest";
import type { System, TestAccount } from "./system.ts";

/** Password of every `aPersonWithPassword`. */
export const PASSWORD = "correct horse battery staple";
const hash = createPasswordHasher().hash(PASSWORD);

export const anEmail = () => `${randomBytes(8).toString("hex")}@example.test`;

/** Creates an account whose owner can sign in. */
export async function aPersonWithPassword(
  system: System,
  options: Parameters<System["account"]>[0] = {},
): Promise<TestAccount & { readonly email: string; readonly passwordHash: string }> {
  const account = await system.account(options);
  const passwordHash = await hash;
  const [row] = await system.sql<{ email: string }>(
    "update users set password_hash = $2 where id = $1 returning email",
    account.userId,
    passwordHash,
  );
  return { ...account, email: row?.email ?? "", passwordHash };
}

export const login = (
  system: System,
  email: string,
  {
    password = PASSWORD,
    headers = {},
  }: { password?: string | undefined; headers?: Record<string, string> | undefined } = {},
): Test => system.call("post", "/api/auth/login").set(headers).send({ email, password });

/** Calls as the account's owner, with a session cookie and no key. */
export type CallSignedIn = (method: Parameters<System["call"]>[0], path: string) => Test;

/** The cookies of a response, to be sent along. */
export const cookieOf = (response: { get(name: "Set-Cookie"): string[] | undefined }): string =>
  (response.get("Set-Cookie") ?? []).map((cookie) => cookie.split(";")[0]).join("; ");

/** Calls with the session of a response. */
export function sessionOf(system: System, response: Parameters<typeof cookieOf>[0]): CallSignedIn {
  const cookie = cookieOf(response);
  return (method, path) => system.call(method, path).set("cookie", cookie);
}

type SystemOfPerson = Pick<System, "database" | "environment">;

/** The owner of an account; fixtures write what the account has straight into the database. */
export type Owner = CallSignedIn & { readonly userId: string; readonly on: SystemOfPerson };

/** Counts the password hashes that a call computes. */
export async function hashesOf<T>(
  { metric }: Pick<System, "metric">,
  act: () => PromiseLike<T>,
): Promise<{ readonly result: T; readonly hashes: number }> {
  const counted = async () => (await metric("password_hashes_total")) ?? 0;
  const before = await counted();
  const result = await act();
  return { result, hashes: (await counted()) - before };
}

/** Creates an account and a session of its owner. */
export async function aPerson(
  system: System,
  options: Parameters<System["account"]>[0] = {},
): Promise<{ account: TestAccount; person: Owner }> {
  const account = await system.account(options);
  return { account, person: await signIn(system, account) };
}

export async function signIn(system: System, account: TestAccount): Promise<Owner> {
  const cookie = await sessionCookie(system, account);
  const call: CallSignedIn = (method, path) => system.call(method, path).set("cookie", cookie);
  return Object.assign(call, { userId: account.userId, on: system });
}

/** Adds a person of this role to an account, and signs in as that person. The holder is an owner. */
export async function signInAs(system: System, account: TestAccount, role: Role): Promise<CallSignedIn> {
  const cookie = await sessionCookie(system, account, await aMember(system, account, role));
  return (method, path) => system.call(method, path).set("cookie", cookie);
}

/** Returns the id of a new membership; of the holder's for `owner`. */
export async function aMember(
  system: Pick<System, "database" | "account" | "sql">,
  { userId }: TestAccount,
  role: Role,
): Promise<string> {
  const personId = role === "cashier" || role === "owner" ? null : (await system.account()).userId;
  const [member] = await system.sql<{ id: string }>(
    role === "owner"
      ? "select id from members where person_id = $1 and user_id = $1 and $3::text is null and $2 = 'owner'"
      : `insert into members (id, user_id, role, person_id, name)
         values ('mem_' || new_ulid(), $1, $2, $3, case when $3::text is null then 'Hanna' end) returning id`,
    userId,
    role,
    personId,
  );
  return member?.id ?? "";
}

export async function sessionCookie(
  system: SystemOfPerson,
  account: Pick<TestAccount, "userId">,
  /** Default: the account's holder. */
  memberId?: string,
  /** Till of a cashier's session. */
  tillId?: string,
): Promise<string> {
  const opener = { ...(memberId !== undefined && { memberId }), ...(tillId !== undefined && { tillId }) };
  const { id, expiresAt } = await openSession(system.database.pool, account.userId, opener);
  const tokens = createSessionTokens(system.environment["SECRETS_ENCRYPTION_KEY"] ?? "");
  const token = await tokens.sign(id, expiresAt);
  rememberSecret(token);
  return `svc_session=${token}`;
}
