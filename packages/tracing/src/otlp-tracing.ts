import {
  type Context,
  SpanKind as OtelSpanKind,
  ROOT_CONTEXT,
  type SpanContext,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { SpanEnd, SpanKind, Tracing } from "./tracing.ts";

export interface OtlpOptions {
  readonly serviceName: string;
  readonly serviceVersion: string;
  /** Without `/v1/traces`. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Applies to traces that start here; a caller's trace context has its own decision. */
  readonly sampleRatio: number;
}

const EXPORT_EVERY_MS = 1_000;
/** Short, because a process waits for the last export at shutdown. */
const EXPORT_TIMEOUT_MS = 2_000;

const kinds: Readonly<Record<SpanKind, OtelSpanKind>> = {
  server: OtelSpanKind.SERVER,
  client: OtelSpanKind.CLIENT,
  consumer: OtelSpanKind.CONSUMER,
};

/** Sends spans in batches to a collector. Spans that it does not accept in time are dropped. */
export function createOtlpTracing(options: OtlpOptions): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${options.endpoint.replace(/\/$/, "")}/v1/traces`,
    headers: { ...options.headers },
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": options.serviceName,
      "service.version": options.serviceVersion,
      "service.namespace": "receipts",
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.sampleRatio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: EXPORT_EVERY_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  const tracer = provider.getTracer("receipts");
  return {
    startSpan({ name, kind, parent, attributes }) {
      const context = contextOf(parent);
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes } }, context);
      return {
        traceparent: traceparentOf(span.spanContext()),
        end(end: SpanEnd = {}) {
          if (end.name !== undefined) span.updateName(end.name);
          if (end.attributes !== undefined) span.setAttributes({ ...end.attributes });
          if (end.failed === true) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    [Symbol.asyncDispose]: () => provider.shutdown().catch(() => undefined),
  };
}

function contextOf(traceparent: string | null): Context {
  const [, traceId, spanId, flags] = traceparent?.split("-") ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  const remote = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, remote);
}

function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
}
