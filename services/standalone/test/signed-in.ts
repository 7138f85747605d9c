import { randomBytes } from "node:crypto";
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
): Promise<{ account: TestAccount; person: CallSignedIn }> {
  const account = await system.account(options);
  return { account, person: await signIn(system, account) };
}

export async function signIn(system: System, account: TestAccount): Promise<CallSignedIn> {
  const cookie = await sessionCookie(system, account);
  return (method, path) => system.call(method, path).set("cookie", cookie);
}

export async function sessionCookie(
  system: Pick<System, "database" | "environment">,
  account: TestAccount,
): Promise<string> {
  const { id, expiresAt } = await openSession(system.database.pool, account.userId);
  const tokens = createSessionTokens(system.environment["SECRETS_ENCRYPTION_KEY"] ?? "");
  const token = await tokens.sign(id, expiresAt);
  rememberSecret(token);
  return `svc_session=${token}`;
}
