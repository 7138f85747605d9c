import { createServer, type Server, type Socket } from "node:net";
import { verificationCompletedSchema } from "@receipts/contracts";
import { Webhook } from "standardwebhooks";
import { receiver, useReceiver } from "../receiver.ts";
import { refusedAs } from "../refusals.ts";
import { signIn } from "../signed-in.ts";
import { openSystem, system, type TestAccount, useSystem } from "../system.ts";

useSystem({ verifiers: [], env: { WEBHOOK_TIMEOUT_MS: "500" } });
useReceiver();

const send = (account: TestAccount, body: object) =>
  system.call("post", "/api/verify/test-webhook", account).send(body);

describe("POST /api/verify/test-webhook", () => {
  it.each(["success", "failed", "not_found"])(
    "sends the %s sample, signed and marked as a test, and costs no credit",
    async (scenario) => {
      const account = await system.account();
      const person = await signIn(system, account);
      const { secret } = (await person("post", "/api/profile/webhook-secret").expect(201)).body.data;
      const response = await send(account, { webhookUrl: receiver.url, scenario }).expect(200);
      expect(response.body.data).toEqual({
        delivered: true,
        deliveryId: expect.stringMatching(/^whd_/),
        statusCode: 200,
        durationMs: expect.any(Number),
        error: null,
        signed: true,
      });
      const { headers, body } = receiver.received[0] ?? { headers: {}, body: "" };
      expect(headers).toMatchObject({
        "x-webhook-test": "true",
        "x-webhook-event": "verification.completed",
        "x-webhook-delivery-id": response.body.data.deliveryId,
      });
      expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();
      expect(JSON.parse(body).test).toBe(true);
      expect(verificationCompletedSchema.parse(JSON.parse(body)).data.status).toBe(scenario);
      expect(await system.balanceOf(account)).toBe(1_000);
    },
  );

  it("sends the success sample by default, and refuses unknown scenarios", async () => {
    const account = await system.account();
    await send(account, { webhookUrl: receiver.url }).expect(200);
    expect(JSON.parse(receiver.received[0]?.body ?? "").data.status).toBe("success");
    const refused = await send(account, { webhookUrl: receiver.url, scenario: "sunny" }).expect(422);
    expect(refused.body.error.details[0].field).toBe("scenario");
  });

  it("makes one attempt, follows no redirect, and stores no delivery", async () => {
    const account = await system.account();
    receiver.nextStatuses.push(302);
    const response = await send(account, { webhookUrl: receiver.url }).expect(200);
    expect(response.body.data).toMatchObject({ delivered: false, statusCode: 302, error: "status" });
    expect(receiver.received).toHaveLength(1);
    expect(await system.sql("select id from webhook_deliveries where user_id = $1", account.userId)).toEqual(
      [],
    );
  });

  it("is rate limited per account, so that it cannot be a scanner", async () => {
    const account = await system.account();
    const statuses: number[] = [];
    for (let call = 0; call < 11; call += 1)
      statuses.push((await send(account, { webhookUrl: receiver.url })).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  it.each(["not a url", "ftp://example.com/", "https://user:secret@example.com/"])(
    "refuses %s",
    async (webhookUrl) => {
      await send(await system.account(), { webhookUrl }).expect(refusedAs("unsafe_webhook_url"));
    },
  );
});

/** A port scanner could learn from differences. */
describe("a target without an HTTP response", () => {
  const open: (Server | Socket)[] = [];
  async function serve(onConnection: (socket: Socket) => void): Promise<number> {
    const server = createServer((socket) => {
      open.push(socket.on("error", () => {}));
      onConnection(socket);
    });
    open.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  }
  const closeAll = () => {
    for (const one of open.splice(0)) "destroy" in one ? one.destroy() : one.close();
  };
  afterEach(closeAll);
  const result = async (url: string) => {
    const { body } = await send(await system.account(), { webhookUrl: url }).expect(200);
    const { deliveryId, ...rest } = body.data;
    return rest;
  };

  it("looks the same if it is closed, hangs up, is silent, or speaks another protocol", async () => {
    const closed = await serve(() => {});
    closeAll();
    const hangsUp = await serve((socket) => socket.destroy());
    const silent = await serve(() => {});
    const other = await serve((socket) => socket.end("220 mail.example ESMTP\r\n"));
    const urls = [
      ...[closed, hangsUp, silent, other].map((port) => `http://127.0.0.1:${port}/`),
      `https://127.0.0.1:${other}/`,
    ];
    expect(await Promise.all(urls.map(result))).toEqual(
      urls.map(() => ({
        delivered: false,
        statusCode: null,
        durationMs: 500,
        error: "no_answer",
        signed: false,
      })),
    );
  });
});

describe("without WEBHOOK_ALLOW_PRIVATE", () => {
  it("refuses private addresses and unknown names with the same message", async () => {
    await using strict = await openSystem({ env: { WEBHOOK_ALLOW_PRIVATE: "false" }, verifiers: [] });
    const account = await strict.account();
    const refusal = async (webhookUrl: string) => {
      const { body } = await strict
        .call("post", "/api/verify/test-webhook", account)
        .send({ webhookUrl })
        .expect(refusedAs("unsafe_webhook_url"));
      return body.message;
    };
    const literal = await refusal("https://169.254.169.254/latest/meta-data");
    expect(await refusal("https://10.0.0.1:8443/")).toBe(literal);
    expect(await refusal("https://localhost/")).toBe(literal);
    expect(await refusal("https://nowhere.invalid/")).toBe(
      "webhookUrl: must have a host that is found in DNS, with public internet addresses alone",
    );
  });
});
