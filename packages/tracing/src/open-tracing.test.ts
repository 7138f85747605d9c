import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { ConfigurationError, readConfiguration } from "@receipts/service-kit";
import { openTracing, tracingSettings } from "./open-tracing.ts";
import { noTracing } from "./tracing.ts";

const service = { name: "gateway", version: "1.0.0" };

describe("tracing without a collector", () => {
  it("only passes the caller's context on", async () => {
    const tracing = await openTracing(readConfiguration(tracingSettings, {}), service);
    expect(tracing).toBe(noTracing);
    const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const span = tracing.startSpan({ name: "http request", kind: "server", parent });
    span.end({ failed: true });
    expect(span.traceparent).toBe(parent);
  });

  /** It takes a third of a process's start and tens of megabytes. */
  it("does not load the tracing library", async () => {
    const script = `const { openTracing } = await import("./index.ts");
      await openTracing({ OTEL_TRACES_SAMPLER_ARG: 1 }, { name: "gateway", version: "1" });
      process.stdout.write(JSON.stringify(Object.keys(process.getBuiltinModule("module")._cache)));`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--conditions=source", "--input-type=module", "-e", script],
      { cwd: path.join(import.meta.dirname) },
    );
    // prom-client depends on the interfaces in `api`.
    const isLibrary = (file: string) => /@opentelemetry\/(?!api\/)/.test(file);
    expect(JSON.parse(stdout).filter(isLibrary)).toEqual([]);
  });
});

describe("the settings of tracing", () => {
  it.each([
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "x-key=%ff"],
    ["OTEL_TRACES_SAMPLER_ARG", "1.5"],
    ["OTEL_TRACES_SAMPLER_ARG", "all"],
  ])("refuse %s=%s", (name, value) => {
    expect(() => readConfiguration(tracingSettings, { [name]: value })).toThrow(ConfigurationError);
    expect(() => readConfiguration(tracingSettings, { [name]: value })).toThrow(name);
  });
});

describe("tracing with a collector", () => {
  const config = readConfiguration(tracingSettings, {
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
    OTEL_TRACES_SAMPLER_ARG: "0",
  });
  const parentOf = (flags: string) => `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-${flags}`;
  const flagsAfter = async (parent: string | null) => {
    await using tracing = await openTracing(config, service);
    const span = tracing.startSpan({ name: "http request", kind: "server", parent });
    span.end();
    return span.traceparent?.slice(-2);
  };

  it("samples as the caller's context says, and by ratio without one", async () => {
    expect(await flagsAfter(parentOf("01"))).toBe("01");
    expect(await flagsAfter(parentOf("00"))).toBe("00");
    expect(await flagsAfter(null)).toBe("00");
  });

  it("continues while the collector is unavailable", async () => {
    await using tracing = await openTracing(config, service);
    const span = tracing.startSpan({ name: "http request", kind: "server", parent: parentOf("01") });
    expect(() => span.end()).not.toThrow();
    expect(span.traceparent).toMatch(
      /^00-0af7651916cd43dd8448eb211c80319c-(?!b7ad6b7169203331)[0-9a-f]{16}-01$/,
    );
  });
});
