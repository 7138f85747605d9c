import http from "node:http";
import { until } from "@receipts/testing";
import { unchecked } from "../expected-result.ts";
import { sessionCookie } from "../signed-in.ts";
import { aReceipt, openSystem, type System, system, type TestAccount, useSystem } from "../system.ts";

useSystem();

interface SentEvent {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: Record<string, unknown>;
}

interface OpenStream {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: () => string;
  readonly events: () => SentEvent[];
  readonly ended: Promise<void>;
}

function openStream(
  account: TestAccount,
  requestId: string,
  headers: Record<string, string> = {},
): Promise<OpenStream> {
  return openStreamOf(system, requestId, { "x-api-key": account.apiKey, ...headers });
}

function openStreamOf(
  on: System,
  requestId: string,
  credential: Record<string, string>,
): Promise<OpenStream> {
  return new Promise((resolve, reject) => {
    const request = http.get(
      `${on.url}/api/verify/${requestId}/events`,
      { headers: { accept: "text/event-stream", ...credential } },
      (response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => {
          text += chunk.toString("utf8");
        });
        const ended = new Promise<void>((done) => response.once("end", () => done()));
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: () => text,
          events: () => parse(text),
          ended,
        });
      },
    );
    request.once("error", reject);
  });
}

function parse(text: string): SentEvent[] {
  return text
    .split("\n\n")
    .filter((block) => block.includes("data:"))
    .map((block) => {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
      return { id: field("id"), event: field("event"), data: JSON.parse(field("data") ?? "{}") };
    });
}

describe("the status stream", () => {
  it("sends each change of a request in flight, then done, and closes", async () => {
    const account = await system.account();
    await system.control({ bank: "telebirr", latencyMs: 300 });
    const { body } = await system.verify(account, { bank: "telebirr", reference: "DJ57QK2S01" }).expect(202);
    const stream = await openStream(account, body.requestId);
    await stream.ended;
    await system.control({ bank: "telebirr", latencyMs: 0 });
    const events = stream.events();
    expect(events.at(-1)).toEqual({
      id: "4",
      event: "done",
      data: { requestId: body.requestId, reason: "terminal" },
    });
    const states = events.slice(0, -1).map(({ data }) => data["processingStatus"]);
    expect(states.at(-1)).toBe("completed");
    expect(states).toContain("running");
    expect(new Set(states).size).toBe(states.length);
    expect(events.at(-2)?.data).toEqual({
      requestId: body.requestId,
      processingStatus: "completed",
      status: "success",
      verified: true,
      ...unchecked,
    });
    expect(stream.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
  });

  it("sends the state of a finished request at once and closes", async () => {
    const account = await system.account();
    const { body } = await system
      .verify(account, { bank: "telebirr", reference: "DJ57QK2S02" }, { waitMs: 10_000 })
      .expect(200);
    const stream = await openStream(account, body.requestId);
    await stream.ended;
    expect(stream.events().map(({ event }) => event)).toEqual(["status", "done"]);
  });

  it("sends no event twice to a client that reconnects with Last-Event-ID", async () => {
    const account = await system.account();
    const { body } = await system
      .verify(account, { bank: "telebirr", reference: "DJ57QK2S03" }, { waitMs: 10_000 })
      .expect(200);
    const stream = await openStream(account, body.requestId, { "last-event-id": "3" });
    await stream.ended;
    expect(stream.events().map(({ event }) => event)).toEqual(["done"]);
  });

  it("sends a reconnecting client every state after the last one it got", async () => {
    const account = await system.account();
    const receipt = { bank: "telebirr", reference: "DJ57QK2S04" };
    const { body } = await system.verify(account, receipt, { waitMs: 10_000 }).expect(200);
    const stream = await openStream(account, body.requestId, { "last-event-id": "1" });
    await stream.ended;
    expect(stream.events().map(({ id, event, data }) => [id, event, data["processingStatus"]])).toEqual([
      ["2", "status", "running"],
      ["3", "status", "completed"],
      ["4", "done", undefined],
    ]);
  });

  /** Streams without a reader must be closed, or they accumulate until the process dies. */
  it("is closed when its client leaves at any moment", async () => {
    const account = await system.account();
    const { body } = await system.verify(account, { bank: "telebirr", reference: "DJ57QK2ASL" }).expect(202);
    for (let client = 0; client < 30; client += 1) {
      const request = http.get(`${system.url}/api/verify/${body.requestId}/events`, {
        headers: { "x-api-key": account.apiKey },
      });
      request.on("error", () => undefined);
      await new Promise((resolve) => setImmediate(resolve));
      if (client % 2 === 0) await new Promise((resolve) => request.once("response", resolve));
      request.destroy();
    }
    const open = async () =>
      (await system.metrics.registry.getSingleMetric("sse_connections")?.get())?.values[0]?.value;
    await until(async () => (await open()) === 0);
  });

  it("is a JSON 404 for an unknown request or another account's", async () => {
    const [owner, stranger] = [await system.account(), await system.account()];
    const { body } = await system.verify(owner, { bank: "telebirr", reference: "DJ57QK2S04" });
    const responses = await Promise.all(
      [body.requestId, "ver_00000000000000000000000000", "nonsense"].map((id) =>
        system
          .call("get", `/api/verify/${id}/events`)
          .set({ "x-api-key": stranger.apiKey, "x-request-id": "one-for-all" })
          .expect(404),
      ),
    );
    expect(new Set(responses.map((response) => JSON.stringify(response.body))).size).toBe(1);
  });
});

describe("a waiting call", () => {
  /** Polling the database for every waiting caller would overload the service when it is busy. */
  it("ends with the verdict, not with a poll", async () => {
    const account = await system.account();
    await system.control({ bank: "telebirr", latencyMs: 1_200 });
    const before = await waits();
    const response = await system.verify(
      account,
      { bank: "telebirr", reference: "DJ57QK2S05" },
      { waitMs: 10_000 },
    );
    await system.control({ bank: "telebirr", latencyMs: 0 });
    expect(response.status).toBe(200);
    const after = await waits();
    expect(after.verdict - before.verdict).toBe(1);
    expect(after.reads - before.reads).toBeLessThanOrEqual(2);
  });

  it("gets 202 if it waits too short, and the request continues", async () => {
    const account = await system.account();
    const { body } = await system
      .verify(account, { bank: "telebirr", reference: "DJ57QK2ASL" }, { waitMs: 50 })
      .expect(202);
    const status = () => system.call("get", `/api/verify/${body.requestId}`, account);
    await until(async () => (await status()).body.data.status === "success");
  });
});

describe("a stream whose key or session has ended", () => {
  let idle: System;
  beforeAll(async () => {
    // Without a verifier, requests stay in flight.
    idle = await openSystem({ verifiers: [] });
  });
  afterAll(() => idle.stop());

  const keyIdOf = async ({ userId }: TestAccount): Promise<string> =>
    (await idle.sql("select id from api_keys where user_id = $1", userId))[0].id;

  it.each<[string, (account: TestAccount, cookie: string) => PromiseLike<unknown>]>([
    [
      "is revoked",
      async (account, cookie) =>
        idle
          .call("delete", `/api/api-keys/${await keyIdOf(account)}`)
          .set("cookie", cookie)
          .expect(204),
    ],
    [
      "expires",
      ({ userId }) =>
        idle.sql("update api_keys set expires_at = now() - interval '1 second' where user_id = $1", userId),
    ],
    [
      "loses its maker",
      async ({ userId }) => {
        const [maker] = await idle.sql<{ id: string }>(
          `insert into members (id, user_id, role, person_id, removed_at)
           select 'mem_' || new_ulid(), $1, 'developer', id, now() from users where id <> $1 limit 1 returning id`,
          userId,
        );
        await idle.sql("update api_keys set made_by = $2 where user_id = $1", userId, maker?.id);
      },
    ],
    [
      "is of a disabled account",
      ({ userId }) => idle.sql("update users set disabled_at = now() where id = $1", userId),
    ],
  ])("closes without a done event if the key %s, and reconnecting is a 401", async (_what, end) => {
    const [account, other] = [await idle.account(), await idle.account()];
    const cookie = await sessionCookie(idle, account);
    const { body } = await idle.verify(account, aReceipt()).expect(202);
    const others = await idle.verify(other, aReceipt()).expect(202);
    const credential = { "x-api-key": account.apiKey };
    const stream = await openStreamOf(idle, body.requestId, credential);
    const kept = await openStreamOf(idle, others.body.requestId, { "x-api-key": other.apiKey });
    await until(() => stream.events().length === 1 && kept.events().length === 1);
    await end(account, cookie);
    await stream.ended;
    expect(stream.events().map(({ event }) => event)).toEqual(["status"]);
    expect((await openStreamOf(idle, body.requestId, credential)).status).toBe(401);
    expect(await Promise.race([kept.ended, "open"])).toBe("open");
  });

  it("closes when its session is signed out, but not another session", async () => {
    const account = await idle.account();
    const { body } = await idle.verify(account, aReceipt()).expect(202);
    const [here, elsewhere] = [await sessionCookie(idle, account), await sessionCookie(idle, account)];
    const [stream, kept] = [
      await openStreamOf(idle, body.requestId, { cookie: here }),
      await openStreamOf(idle, body.requestId, { cookie: elsewhere }),
    ];
    await idle.call("post", "/api/auth/logout").set("cookie", here).expect(204);
    await stream.ended;
    expect(stream.text()).not.toContain("event: done");
    expect((await openStreamOf(idle, body.requestId, { cookie: here })).status).toBe(401);
    expect(await Promise.race([kept.ended, "open"])).toBe("open");
  });
});

async function waits(): Promise<{ verdict: number; reads: number }> {
  const counter = await system.metrics.registry.getSingleMetric("verify_waits_total")?.get();
  const of = (label: string) =>
    counter?.values.find(({ labels }) => labels["ended_by"] === label)?.value ?? 0;
  const reads = await system.metrics.registry.getSingleMetric("verify_wait_reads_total")?.get();
  return { verdict: of("verdict"), reads: reads?.values[0]?.value ?? 0 };
}
