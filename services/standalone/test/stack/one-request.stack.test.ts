import { until } from "@receipts/testing";
import type { ChaosProcess } from "../chaos/chaos-process.ts";
import { startReceiver } from "../receiver.ts";
import { aReceipt } from "../system.ts";
import { openProcessFleet, type ProcessFleet } from "./process-fleet.ts";

let fleet: ProcessFleet;
beforeAll(async () => {
  fleet = await openProcessFleet({ gateways: 1, env: { WEBHOOK_RETRY_SCHEDULE: "0s,20ms" } });
});
afterAll(() => fleet[Symbol.asyncDispose]());

type Line = Readonly<Record<string, unknown>>;

/** Returns a process's log lines with this request id. */
function linesOf(process: ChaosProcess, requestId: string): Line[] {
  const lines = process.log().split("\n");
  return lines
    .filter((line) => line.startsWith("{"))
    .map((line): Line => JSON.parse(line))
    .filter((line) => line["requestId"] === requestId);
}

/** Support must be able to trace a request by its id through the logs of three processes. */
describe("the log lines of one request id", () => {
  it("show the accept, the verdict, and both delivery attempts", async () => {
    const receiver = await startReceiver();
    const account = await fleet.account();
    const requestId = "support-case-4711";
    const submit = (id: string, webhook: object) =>
      fetch(`${fleet.gatewayUrls[0]}/api/verify`, {
        method: "POST",
        headers: { "x-api-key": account.apiKey, "content-type": "application/json", "x-request-id": id },
        body: JSON.stringify({ ...aReceipt(), ...webhook }),
      });
    // A second request beside it, whose lines must not mix with these.
    await submit("support-case-4712", {});
    receiver.nextStatuses.push(503);
    const response = await submit(requestId, { webhookUrl: receiver.url });
    expect(response.headers.get("x-request-id")).toBe(requestId);
    const { requestId: verificationId } = JSON.parse(await response.text());
    const delivered = await until(() =>
      linesOf(fleet.dispatcher, requestId).find(({ state }) => state === "delivered"),
    );
    await receiver.close();

    const common = { requestId, verificationId };
    expect(linesOf(fleet.gateways[0] as ChaosProcess, requestId)).toEqual([
      expect.objectContaining({
        ...common,
        service: "gateway",
        message: "http.request",
        route: "/api/verify",
        status: 202,
        userId: account.userId,
        bank: "telebirr",
      }),
    ]);
    expect(linesOf(fleet.verifier, requestId)).toEqual([
      expect.objectContaining({
        ...common,
        service: "verifier",
        message: "verification.finished",
        outcome: "success",
        claimAttempt: 1,
        deliveryId: delivered["deliveryId"],
      }),
    ]);
    const attempted = {
      ...common,
      service: "webhook-dispatcher",
      message: "delivery.attempted",
      deliveryId: delivered["deliveryId"],
    };
    expect(linesOf(fleet.dispatcher, requestId)).toEqual([
      expect.objectContaining({ ...attempted, attempt: 1, state: "pending", statusCode: 503 }),
      expect.objectContaining({ ...attempted, attempt: 2, state: "delivered", statusCode: 200 }),
    ]);
    // The receiver gets the same ids for its own log.
    expect(
      receiver.received.map(({ headers }) => [headers["x-request-id"], headers["x-webhook-delivery-id"]]),
    ).toEqual([
      [requestId, delivered["deliveryId"]],
      [requestId, delivered["deliveryId"]],
    ]);
  });
});
