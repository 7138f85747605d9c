import { once } from "node:events";
import { connect } from "node:net";
import { allCheckoutRoutes, allRoutes, type Operation, rolesOf } from "@receipts/contracts";
import { pause } from "@receipts/service-kit";
import { until } from "@receipts/testing";
import { overtake } from "../overtake.ts";
import { freshKey, makeCheckoutKey, openShop } from "../shop.ts";
import {
  aMember,
  aPersonWithPassword,
  type CallSignedIn,
  sessionCookie,
  signIn,
  signInAs,
} from "../signed-in.ts";
import { system, useSystem } from "../system.ts";
import { everything } from "./owned.ts";

useSystem({ verifiers: [] });

/** Longer than a process accepts an ended credential. */
const HELD_MS = 700;

type AnyOperation = Operation | (typeof allCheckoutRoutes)[number];

const hasBody = ({ body, formBody, bodyContentTypes }: AnyOperation) =>
  [body, formBody, bodyContentTypes].some((input) => input !== undefined);

/** Sends a call but for the last byte of its body; the returned function sends that, and gives the status. */
function hold({ method, path, formBody, bodyContentTypes }: AnyOperation, header: string) {
  const isForm = formBody !== undefined;
  const body = isForm ? '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n' : "{}";
  const type = isForm ? "multipart/form-data; boundary=x" : (bodyContentTypes?.[0] ?? "application/json");
  const { hostname, port } = new URL(system.url);
  const socket = connect(Number(port), hostname);
  const target = path.replaceAll(/\{\w+\}/g, `mem_${"0".repeat(26)}`);
  const head = [
    `${method.toUpperCase()} ${target} HTTP/1.1`,
    ...[`host: ${hostname}`, header, `content-type: ${type}`, `content-length: ${body.length}`],
    ...["connection: close", "idempotency-key: held"],
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${body.slice(0, -1)}`);
  return async () => {
    const answer = once(socket, "data");
    socket.write(body.slice(-1));
    const [bytes] = await answer;
    return Number(String(bytes).split(" ")[1]);
  };
}

/** Holds every call back, ends the credential, and returns the operations that did something else than to refuse it. */
async function actingAfter(routes: readonly AnyOperation[], header: string, end: () => Promise<unknown>) {
  const held = routes.map((route) => ({ route, send: hold(route, header) }));
  await until(async () => ((await system.metric("http_requests_in_flight")) ?? 0) >= routes.length);
  await end();
  await pause(HELD_MS);
  const acting: string[] = [];
  for (const { route, send } of held) if ((await send()) !== 401) acting.push(route.operationId);
  return acting;
}

describe("a call whose body is held back until its credential has ended is refused", () => {
  it("in a session of a member who was removed, on every route with a body", async () => {
    const holder = await aPersonWithPassword(system);
    const memberId = await aMember(system, await system.keyOf(holder), "manager");
    const cookie = await sessionCookie(system, holder, memberId);
    const routes = allRoutes.filter(
      (route) => route.access !== "public" && rolesOf(route).includes("manager") && hasBody(route),
    );
    expect(routes.length).toBeGreaterThan(30);
    const owner = await signIn(system, holder);
    const remove = async () => await owner("delete", `/api/members/${memberId}`).expect(200);
    expect(await actingAfter(routes, `cookie: ${cookie}`, remove)).toEqual([]);
  });

  it("with a revoked API key, and a revoked checkout key", async () => {
    const account = await system.account();
    const owner = await signIn(system, account);
    const key = await system.keyOf(account, { permissions: everything });
    const keyed = allRoutes.filter(
      (route) => route.access !== "public" && route.access !== "session" && hasBody(route),
    );
    const revoke = async () => await owner("delete", `/api/api-keys/${key.id}`).expect(204);
    expect(await actingAfter(keyed, `x-api-key: ${key.apiKey}`, revoke)).toEqual([]);
    const checkout = await makeCheckoutKey(system, account);
    const end = async () => await owner("delete", `/api/checkout-keys/${checkout.id}`).expect(204);
    expect(
      await actingAfter(allCheckoutRoutes.filter(hasBody), `authorization: Bearer ${checkout.key}`, end),
    ).toEqual([]);
  });
});

it("a deposit is not canceled by a person who is signed out while the call waits for it", async () => {
  const { account, deposit, read } = await openShop(system);
  const { id } = await deposit();
  const owner = await signIn(system, account);
  const response = await overtake({
    lock: ["select from deposits where id = $1 for update", id],
    act: () => owner("post", `/api/deposits/${id}/cancel`).send({}),
    meanwhile: ["update sessions set ended_at = now() where user_id = $1", account.userId],
  });
  expect(response.status).toBe(401);
  expect(await read(id)).toMatchObject({ status: "awaiting_payment" });
});

describe("a change that waits for another one of its account", () => {
  it.each([
    [
      "removes its person",
      "update members set removed_at = now() where user_id = $1 and role = 'manager'",
      401,
    ],
    ["signs its person out", "update sessions set ended_at = now() where user_id = $1", 401],
    [
      "makes its person a developer",
      "update members set role = 'developer' where user_id = $1 and role = 'manager'",
      403,
    ],
  ])("does nothing once that %s", async (_what, meanwhile, status) => {
    const account = await system.account();
    const cookie = await sessionCookie(system, account, await aMember(system, account, "manager"));
    const person: CallSignedIn = (method, path) => system.call(method, path).set("cookie", cookie);
    const response = await overtake({
      lock: ["select from users where id = $1 for update", account.userId],
      act: () => person("post", "/api/branches").send({ name: "Bole" }),
      meanwhile: [meanwhile, account.userId],
    });
    expect(response.status).toBe(status);
    expect(await system.sql("select from branches where user_id = $1", account.userId)).toEqual([]);
  });

  it.each([
    [
      "revokes its key",
      // Not the key that reads the deposit afterwards.
      "update checkout_keys set revoked_at = now() where user_id = $1 and name = 'of the manager'",
      401,
      "unauthorized",
    ],
    [
      "makes the maker of its key a developer",
      "update members set role = 'developer' where user_id = $1 and role = 'manager'",
      403,
      "insufficient_scope",
    ],
  ])("cancels no deposit once that %s", async (_what, meanwhile, status, code) => {
    const { account, deposit, read } = await openShop(system);
    const { id } = await deposit();
    const manager = await signInAs(system, account, "manager");
    const draft = { name: "of the manager", scopes: ["deposits:write"] };
    const made = await manager("post", "/api/checkout-keys").send(draft).expect(201);
    const response = await overtake({
      lock: ["select from users where id = $1 for update", account.userId],
      act: () =>
        system
          .call("post", `/v1/deposits/${id}/cancel`)
          .set({ authorization: `Bearer ${made.body.data.key}`, "idempotency-key": freshKey() })
          .send({}),
      meanwhile: [meanwhile, account.userId],
    });
    expect([response.status, response.body.error.code]).toEqual([status, code]);
    expect(await read(id)).toMatchObject({ status: "awaiting_payment" });
  });
});
