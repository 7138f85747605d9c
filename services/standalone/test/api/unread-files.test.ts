import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { allRoutes, newId } from "@receipts/contracts";
import { until } from "@receipts/testing";
import { refusedAs } from "../refusals.ts";
import { aMember, sessionCookie, signIn } from "../signed-in.ts";
import { system, type TestAccount, useSystem } from "../system.ts";

useSystem({ verifiers: [] });

/** More than the kernel takes for a reader. */
async function aLargeAccount(): Promise<TestAccount> {
  const account = await system.account();
  await system.sql(
    `with entry as (
       insert into audit_log (id, user_id, actor_kind, action, subject)
       select 'aud_' || new_ulid(), $1, 'operator', 'account.exported', $1 from generate_series(1, 150) returning id)
     insert into audit_details (audit_id, after) select id, json_build_object('text', repeat(md5(id), 4000)) from entry`,
    account.userId,
  );
  return account;
}

/** A response whose reader has taken the headers and nothing else. */
async function unread(path: string, cookie: string): Promise<IncomingMessage> {
  const [response] = await once(get(`${system.url}${path}`, { headers: { cookie } }), "response");
  return response.pause();
}

/** The error with which a response ends. The reset can come before anything is read. */
async function endOf(response: IncomingMessage): Promise<unknown> {
  const [error] = await once(response, "error");
  return error;
}

it("/api/audit/export ends when its reader becomes a developer", async () => {
  const account = await aLargeAccount();
  const cookie = await sessionCookie(system, account, await aMember(system, account, "manager"));
  const response = await unread("/api/audit/export", cookie);
  const ended = endOf(response);
  await system.sql(
    "update members set role = 'developer' where user_id = $1 and role = 'manager'",
    account.userId,
  );
  await until(async () => (await system.metric("http_requests_in_flight")) === 0);
  response.resume();
  expect(await ended).toMatchObject({ code: "ECONNRESET" });
});

it.each(["/api/account/export", "/api/audit/export"])(
  "%s ends with the session of its reader",
  async (path) => {
    const account = await aLargeAccount();
    const response = await unread(path, await sessionCookie(system, account));
    const ended = endOf(response);
    expect(response.statusCode).toBe(200);
    await system.sql("update sessions set ended_at = now() where user_id = $1", account.userId);
    await until(async () => (await system.metric("http_requests_in_flight")) === 0);
    // What the kernel holds is the last of it.
    response.resume();
    expect(await ended).toMatchObject({ code: "ECONNRESET" });
  },
);

it("the data of an account is sent once at a time, beside that of another", async () => {
  const account = await aLargeAccount();
  const response = await unread("/api/account/export", await sessionCookie(system, account));
  const person = await signIn(system, account);
  await person("get", "/api/account/export").expect(refusedAs("rate_limited"));
  const other = await signIn(system, await system.account());
  await other("get", "/api/account/export").expect(200);
  response.destroy();
});

describe("files that are read as they are sent", () => {
  /** All data of an account has places of its own. */
  const paths = allRoutes
    .filter(({ path, operationId }) => path.endsWith("/export") && operationId !== "exportAccount")
    .map(({ path }) => path);

  it("are two of one account at a time, of any kind, and others get theirs", async () => {
    const account = await aLargeAccount();
    const cookie = await sessionCookie(system, account);
    const opened = await Promise.all(Array.from({ length: 40 }, () => unread("/api/audit/export", cookie)));
    const statuses = opened.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    const [refused, ...others] = opened.filter(({ statusCode }) => statusCode === 429);
    expect(others.length).toBe(37);
    expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(0);

    const [reconciliation] = await system.sql<{ id: string }>(
      `insert into reconciliations (id, user_id, bank, time_zone, status, failure, completed_at)
       values ('rcn_' || new_ulid(), $1, 'cbe', 'UTC', 'failed', 'empty_file', now()) returning id`,
      account.userId,
    );
    const person = await signIn(system, account);
    const items = [{ bank: "telebirr", reference: "DJ57QK2M41" }];
    const list = await system.call("post", "/api/verify/batch", account).send({ items }).expect(202);
    const exported = paths.map((path) =>
      path.replace("{id}", path.includes("batches") ? list.body.data.id : reconciliation?.id),
    );
    expect(exported.length).toBeGreaterThan(3);
    for (const path of exported) await person("get", path).expect(refusedAs("rate_limited"));
    await person("get", "/api/account/export").expect(200);
    const other = await signIn(system, await system.account());
    await other("get", "/api/audit/export").expect(200);

    for (const response of opened) response.destroy();
    await until(async () => (await system.metric("http_requests_in_flight")) === 0);
    for (const path of exported) await person("get", path).expect(200);
  });
});

it.each([`/api/batches/${newId("batch")}/export`, `/api/reconciliations/${newId("reconciliation")}/export`])(
  "%s has its place before the database is asked for it",
  async (path) => {
    const person = await signIn(system, await system.account());
    const client = await system.database.pool.connect();
    const statuses: number[] = [];
    try {
      await client.query("begin");
      await client.query("lock table verification_batches, reconciliations");
      const calls = Array.from({ length: 10 }, () =>
        person("get", path).then(({ status }) => statuses.push(status)),
      );
      await until(() => statuses.length === 8);
      await client.query("rollback");
      await Promise.all(calls);
    } finally {
      client.release(true);
    }
    expect(statuses).toEqual([...Array(8).fill(429), 404, 404]);
  },
);
