import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";
import { startLocalServer, until } from "@receipts/testing";
import { startReceiver } from "../receiver.ts";
import { aReceipt } from "../system.ts";
import { openProcessFleet } from "./process-fleet.ts";

interface CollectedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

interface OtlpBody {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}
interface OtlpAttribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}
interface OtlpSpan extends Omit<CollectedSpan, "service" | "attributes"> {
  readonly attributes: readonly OtlpAttribute[];
}

/** Starts a minimal OpenTelemetry collector that takes OTLP as JSON. */
async function startCollector() {
  const spans: CollectedSpan[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const texts: string[] = [];
  const server = await startLocalServer(async (request, response) => {
    const text = (await buffer(request)).toString();
    if (request.url === "/v1/traces") spans.push(...spansOf(JSON.parse(text)));
    headers.push(request.headers);
    texts.push(text);
    response.end("{}");
  });
  return {
    ...server,
    spans,
    headers,
    texts,
  };
}

const plain = (attributes: readonly OtlpAttribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

function spansOf({ resourceSpans }: OtlpBody): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map((span) => ({
        ...span,
        parentSpanId: span.parentSpanId ?? "",
        service: String(plain(resource.attributes)["service.name"]),
        attributes: plain(span.attributes),
      })),
  );
}

describe("a request with a W3C trace context", () => {
  it("is one trace through gateway, verifier, bank and dispatcher, which its receiver can continue", async () => {
    await using collector = await startCollector();
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=merchants",
    };
    await using fleet = await openProcessFleet({ gateways: 1, env });
    const receiver = await startReceiver();
    const account = await fleet.account();
    const traceId = randomBytes(16).toString("hex");
    const callersSpan = randomBytes(8).toString("hex");
    const receipt = aReceipt();
    await fetch(`${fleet.gatewayUrls[0]}/api/verify`, {
      method: "POST",
      headers: {
        "x-api-key": account.apiKey,
        "content-type": "application/json",
        traceparent: `00-${traceId}-${callersSpan}-01`,
      },
      body: JSON.stringify({ ...receipt, webhookUrl: receiver.url }),
    });
    const found = () => collector.spans.filter((span) => span.traceId === traceId);
    const spans = await until(() => (found().length >= 4 ? found() : undefined));
    await receiver.close();

    const named = (name: string) => {
      const [span, ...others] = spans.filter((found) => found.name === name);
      if (span === undefined || others.length > 0)
        throw new Error(`not one span "${name}": ${JSON.stringify(spans)}`);
      return span;
    };
    const call = named("POST /api/verify");
    const work = named("verify receipt");
    const asked = named("ask bank");
    const delivered = named("deliver webhook");
    expect([call, work, asked, delivered].map(({ service }) => service)).toEqual([
      "gateway",
      "verifier",
      "verifier",
      "webhook-dispatcher",
    ]);
    expect(call.parentSpanId).toBe(callersSpan);
    expect(work.parentSpanId).toBe(call.spanId);
    expect(asked.parentSpanId).toBe(work.spanId);
    expect(delivered.parentSpanId).toBe(call.spanId);
    expect(receiver.received[0]?.headers["traceparent"]).toBe(`00-${traceId}-${delivered.spanId}-01`);
    expect(work.attributes["receipts.outcome"]).toBe("success");
    expect(collector.headers[0]?.["x-tenant"]).toBe("merchants");
    // More people can read traces than receipts.
    for (const secret of [account.apiKey, receipt.reference]) {
      expect(collector.texts.filter((text) => text.includes(secret))).toEqual([]);
    }
  });

  it("is not traced without a collector, but passes the context on", async () => {
    await using fleet = await openProcessFleet({ gateways: 1 });
    const receiver = await startReceiver();
    const account = await fleet.account();
    const traceparent = `00-${randomBytes(16).toString("hex")}-${randomBytes(8).toString("hex")}-01`;
    await fetch(`${fleet.gatewayUrls[0]}/api/verify`, {
      method: "POST",
      headers: { "x-api-key": account.apiKey, "content-type": "application/json", traceparent },
      body: JSON.stringify({ ...aReceipt(), webhookUrl: receiver.url }),
    });
    const [first] = await until(() => (receiver.received.length > 0 ? receiver.received : undefined));
    await receiver.close();
    expect(first?.headers["traceparent"]).toBe(traceparent);
  });
});
