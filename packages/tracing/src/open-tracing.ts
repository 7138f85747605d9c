import { isEscapedWell, secret } from "@receipts/service-kit";
import { z } from "zod";
import { noTracing, type Tracing } from "./tracing.ts";

/** OpenTelemetry's own names, so that its documentation applies. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("Collector for OTLP over HTTP, such as `http://collector:4318`; if unset, nothing is traced"),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .min(1)
    .refine(isEscapedWell, "must have `%` only in escapes such as `%20`")
    .transform(secret)
    .optional()
    .describe("Headers for the collector, `name=value,name=value`"),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/, "must be a number from 0 to 1")
    .transform(Number)
    .default(1)
    .describe("Share of requests to trace, from 0 to 1, if the caller sent no trace context"),
};

export type TracingConfig = Readonly<z.output<z.ZodObject<typeof tracingSettings>>>;

/** Loads the tracing library only if a collector is configured. */
export async function openTracing(
  config: TracingConfig,
  service: { readonly name: string; readonly version: string },
): Promise<Tracing> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return noTracing;
  const { createOtlpTracing } = await import("./otlp-tracing.ts");
  return createOtlpTracing({
    serviceName: service.name,
    serviceVersion: service.version,
    endpoint,
    headers: headersFrom(config.OTEL_EXPORTER_OTLP_HEADERS?.reveal() ?? ""),
    sampleRatio: config.OTEL_TRACES_SAMPLER_ARG,
  });
}

function headersFrom(text: string): Record<string, string> {
  const pairs = text.split(",").flatMap((pair) => {
    const at = pair.indexOf("=");
    return at < 1 ? [] : [[pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())] as const];
  });
  return Object.fromEntries(pairs);
}
