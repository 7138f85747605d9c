import { createServiceMetrics } from "./service-metrics.ts";

const text = async (metrics: ReturnType<typeof createServiceMetrics>) => await metrics.registry.metrics();

describe("metrics of a process", () => {
  it("start every known combination at 0", async () => {
    const metrics = createServiceMetrics({ processMetrics: false });
    metrics.counter("calls_total", "Calls", ["bank", "outcome"], {
      bank: ["cbe", "boa"],
      outcome: ["yes", "no"],
    });
    metrics.histogram("wait_seconds", "Wait", [1], ["bank"], { bank: ["cbe"] });
    const shown = await text(metrics);
    expect(shown.match(/^calls_total\{.*\} 0$/gm)).toHaveLength(4);
    expect(shown).toContain('wait_seconds_count{bank="cbe"} 0');
  });

  it("are shared by all parts of the process; another part resets nothing", async () => {
    const metrics = createServiceMetrics({ processMetrics: false });
    const waits = () => metrics.histogram("wait_seconds", "Wait", [1], ["bank"], { bank: ["cbe"] });
    waits().observe({ bank: "cbe" }, 0.5);
    waits();
    expect(await text(metrics)).toContain('wait_seconds_count{bank="cbe"} 1');
  });
});

describe("a reading", () => {
  it("sums up its parts at each scrape", async () => {
    const metrics = createServiceMetrics({ processMetrics: false });
    let open = 1;
    for (const pool of ["a", "b"])
      metrics.readings("open_connections", "Open", ["pool"], () => [{ labels: { pool }, value: open }]);
    expect(await text(metrics)).toContain('open_connections{pool="b"} 1');
    open = 7;
    const shown = await text(metrics);
    expect(shown).toContain('open_connections{pool="a"} 7');
    expect(shown).toContain('open_connections{pool="b"} 7');
  });

  it("has no value while its store does not respond; the others keep theirs", async () => {
    const metrics = createServiceMetrics({ processMetrics: false });
    metrics.readings("lost", "Lost", [], () => Promise.reject(new Error("away")));
    metrics.readings("hung", "Hung", [], () => new Promise(() => undefined));
    metrics.readings("there", "There", [], async () => [{ labels: {}, value: 3 }]);
    const shown = await text(metrics);
    expect(shown).not.toMatch(/^(?:lost|hung) /m);
    expect(shown).toMatch(/^there 3$/m);
  });

  it("queries its store once for simultaneous scrapes", async () => {
    const metrics = createServiceMetrics({ processMetrics: false });
    let reads = 0;
    metrics.readings("rows", "Rows", [], async () => {
      reads += 1;
      return [{ labels: {}, value: 1 }];
    });
    await Promise.all(Array.from({ length: 50 }, () => text(metrics)));
    expect(reads).toBe(1);
  });
});
