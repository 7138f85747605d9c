import type { Pool } from "@receipts/database";
import { database, useTestDatabase } from "@receipts/testing";
import { noTracing } from "@receipts/tracing";
import type { Request, Response } from "express";
import { createAccount } from "../src/accounts/account-repository.ts";
import { createRegisterAccount } from "../src/accounts/register-account.ts";
import { startRequestContext } from "../src/http/request-context.ts";
import { createPasswordHasher } from "../src/passwords/password-hasher.ts";
import { createForgotPassword } from "../src/sessions/reset-password.ts";
import { createSignIn } from "../src/sessions/sign-in.ts";

const PASSWORD = "correct horse battery staple";
const KNOWN = "known@example.test";
const UNKNOWN = "unknown@example.test";
const PENDING = "pending@example.test";

useTestDatabase();
beforeAll(async () => {
  const passwordHash = await createPasswordHasher().hash(PASSWORD);
  await createAccount(database.pool, { email: KNOWN, name: "A", credits: 0, passwordHash });
  await createRegisterAccount({ ...deps(database.pool, []), mode: "open" })(
    registration(PENDING),
    aRequest(),
  );
});

const registration = (email: string) => ({ email, password: PASSWORD, name: "A" });

function deps(pool: Pool, work: string[]) {
  return {
    pool,
    hasher: createPasswordHasher({ onWork: () => work.push("a password hashed") }),
    checkCode: async () => ({ kind: "right" as const, byCode: false }),
    mayMail: async () => true,
    onMailQueued: () => undefined,
  };
}

function aRequest(): Request {
  const request = {
    get: () => undefined,
    ip: "192.0.2.1",
    socket: {},
    app: { get: () => () => false },
  } as unknown as Request;
  startRequestContext(noTracing)(request, { set: () => undefined } as unknown as Response);
  return request;
}

/** Every statement and every hash, in order. A transaction would need `connect`, which this pool does not have. */
async function workOf(act: (using: ReturnType<typeof deps>) => Promise<unknown>): Promise<string[]> {
  const work: string[] = [];
  const query = (config: string | { text: string; values?: unknown[] }, values?: unknown[]) => {
    work.push(typeof config === "string" ? config : config.text);
    return typeof config === "string" ? database.pool.query(config, values) : database.pool.query(config);
  };
  await act(deps({ query } as unknown as Pool, work));
  return work;
}

/** A clock measures the work: with the same statements and hashes there is no difference to measure. */
describe("for a known, an unknown and an unconfirmed address", () => {
  it.each<[string, (email: string) => (using: ReturnType<typeof deps>) => Promise<unknown>, number, number]>([
    [
      "registering",
      (email) => (using) =>
        createRegisterAccount({ ...using, mode: "open" })(registration(email), aRequest()),
      1,
      1,
    ],
    ["a forgotten password", (email) => (using) => createForgotPassword(using)(email, "192.0.2.1"), 1, 0],
    [
      "signing in with a wrong password",
      (email) => (using) =>
        createSignIn(using)(
          { email, password: "not the password", client: "192.0.2.1" },
          { kind: "anonymous", id: null, requestId: null, address: null },
        ),
      1,
      1,
    ],
  ])("%s is the same work", async (_what, act, statements, hashes) => {
    const known = await workOf(act(KNOWN));
    expect(known.filter((step) => step === "a password hashed")).toHaveLength(hashes);
    expect(known).toHaveLength(statements + hashes);
    for (const email of [UNKNOWN, PENDING]) expect(await workOf(act(email))).toEqual(known);
  });
});
