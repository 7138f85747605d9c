export { openTracing, type TracingConfig, tracingSettings } from "./open-tracing.ts";
export { noTracing, type Span, type SpanAttributes, type Tracing } from "./tracing.ts";
