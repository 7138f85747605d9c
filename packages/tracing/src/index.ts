export { openTracing, type TracingConfig, tracingSettings } from "./open-tracing.ts";
export { inSpan, noTracing, type Span, type SpanAttributes, type Tracing } from "./tracing.ts";
