import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
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

it("/api/audit/export ends when its reader becomes a developer", async () => {
  const account = await aLargeAccount();
  const cookie = await sessionCookie(system, account, await aMember(system, account, "manager"));
  const response = await unread("/api/audit/export", cookie);
  await system.sql(
    "update members set role = 'developer' where user_id = $1 and role = 'manager'",
    account.userId,
  );
  await until(async () => (await system.metric("http_requests_in_flight")) === 0);
  const ended = once(response, "error");
  response.resume();
  expect((await ended)[0]).toMatchObject({ code: "ECONNRESET" });
});

it.each(["/api/account/export", "/api/audit/export"])(
  "%s ends with the session of its reader",
  async (path) => {
    const account = await aLargeAccount();
    const response = await unread(path, await sessionCookie(system, account));
    expect(response.statusCode).toBe(200);
    await system.sql("update sessions set ended_at = now() where user_id = $1", account.userId);
    await until(async () => (await system.metric("http_requests_in_flight")) === 0);
    const ended = once(response, "error");
    // What the kernel holds is the last of it.
    response.resume();
    expect((await ended)[0]).toMatchObject({ code: "ECONNRESET" });
  },
);

it("the data of an account is sent once at a time, beside that of another", async () => {
  const account = await aLargeAccount();
  const response = await unread("/api/account/export", await sessionCookie(system, account));
  const person = await signIn(system, account);
  await person("get", "/api/account/export").expect(refusedAs("service_unavailable"));
  const other = await signIn(system, await system.account());
  await other("get", "/api/account/export").expect(200);
  response.destroy();
});
