import http from "node:http";
import { until } from "@receipts/testing";
import { openSystem, type System, type TestAccount } from "../system.ts";

let system: System;
beforeAll(async () => {
  system = await openSystem();
});
afterAll(() => system.stop());

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
  return new Promise((resolve, reject) => {
    const request = http.get(
      `${system.url}/api/verify/${requestId}/events`,
      { headers: { "x-api-key": account.apiKey, accept: "text/event-stream", ...headers } },
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

const control = (body: object) =>
  fetch(`${system.sandboxUrl}/control`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

describe("the status stream", () => {
  it("shows each change of a request in flight, then done, and closes", async () => {
    const account = await system.account();
    await control({ bank: "telebirr", latencyMs: 300 });
    const { body } = await system.verify(account, { bank: "telebirr", reference: "DJ57QK2S01" }).expect(202);
    const stream = await openStream(account, body.requestId);
    await stream.ended;
    await control({ bank: "telebirr", latencyMs: 0 });
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
    });
    expect(stream.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
  });

  it("of a finished request tells its state at once and closes", async () => {
    const account = await system.account();
    const { body } = await system
      .verify(account, { bank: "telebirr", reference: "DJ57QK2S02" }, { waitMs: 10_000 })
      .expect(200);
    const stream = await openStream(account, body.requestId);
    await stream.ended;
    expect(stream.events().map(({ event }) => event)).toEqual(["status", "done"]);
  });

  it("sends nothing twice to a client that comes back with Last-Event-ID", async () => {
    const account = await system.account();
    const { body } = await system
      .verify(account, { bank: "telebirr", reference: "DJ57QK2S03" }, { waitMs: 10_000 })
      .expect(200);
    const stream = await openStream(account, body.requestId, { "last-event-id": "3" });
    await stream.ended;
    expect(stream.events().map(({ event }) => event)).toEqual(["done"]);
  });

  /** A stream that nobody reads any more must not be kept, or they add up until the process dies. */
  it("is let go when its client leaves, at whatever moment", async () => {
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

  it("of an unknown request, or of somebody else's, is a JSON 404", async () => {
    const [owner, stranger] = [await system.account(), await system.account()];
    const { body } = await system.verify(owner, { bank: "telebirr", reference: "DJ57QK2S04" });
    const answers = await Promise.all(
      [body.requestId, "ver_00000000000000000000000000", "nonsense"].map((id) =>
        system.call("get", `/api/verify/${id}/events`).set("x-api-key", stranger.apiKey).expect(404),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  });
});

describe("waiting", () => {
  /** A service that polls its own database for every waiting caller falls over exactly when it is busy. */
  it("ends with the verdict, not with a poll", async () => {
    const account = await system.account();
    await control({ bank: "telebirr", latencyMs: 1_200 });
    const before = await waits();
    const answer = await system.verify(
      account,
      { bank: "telebirr", reference: "DJ57QK2S05" },
      { waitMs: 10_000 },
    );
    await control({ bank: "telebirr", latencyMs: 0 });
    expect(answer.status).toBe(200);
    const after = await waits();
    expect(after.verdict - before.verdict).toBe(1);
    expect(after.reads - before.reads).toBeLessThanOrEqual(2);
  });

  it("that is too short answers 202, and the request goes on", async () => {
    const account = await system.account();
    const { body } = await system
      .verify(account, { bank: "telebirr", reference: "DJ57QK2ASL" }, { waitMs: 50 })
      .expect(202);
    const status = () => system.call("get", `/api/verify/${body.requestId}`).set("x-api-key", account.apiKey);
    await until(async () => (await status()).body.data.status === "success", { timeoutMs: 15_000 });
  });
});

async function waits(): Promise<{ verdict: number; reads: number }> {
  const counter = await system.metrics.registry.getSingleMetric("verify_waits_total")?.get();
  const of = (label: string) =>
    counter?.values.find(({ labels }) => labels["ended_by"] === label)?.value ?? 0;
  const reads = await system.metrics.registry.getSingleMetric("verify_wait_reads_total")?.get();
  return { verdict: of("verdict"), reads: reads?.values[0]?.value ?? 0 };
}
