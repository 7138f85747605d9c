import { createSessionTokens, openSession } from "@receipts/gateway";
import { rememberSecret } from "@receipts/testing/suite-log";
import type { Test } from "supertest";
import type { System, TestAccount } from "./system.ts";

/** Calls as the person whose account it is, with a session's cookie and no key. */
export type CallSignedIn = (method: Parameters<System["call"]>[0], path: string) => Test;

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
