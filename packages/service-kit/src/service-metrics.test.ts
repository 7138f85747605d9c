import { createServiceMetrics } from "./service-metrics.ts";

const text = async (metrics: ReturnType<typeof createServiceMetrics>) => await metrics.registry.metrics();

describe("metrics of a process", () => {
  it("have every combination that is known from the start, at 0", async () => {
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

  it("are one for all parts of the process, and keep what was counted when another part comes", async () => {
    const metrics = createServiceMetrics({ processMetrics: false });
    const waits = () => metrics.histogram("wait_seconds", "Wait", [1], ["bank"], { bank: ["cbe"] });
    waits().observe({ bank: "cbe" }, 0.5);
    waits();
    expect(await text(metrics)).toContain('wait_seconds_count{bank="cbe"} 1');
  });
});

describe("a reading", () => {
  it("is taken at each scrape, from every part that has a share in it", async () => {
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

  it("has no value while its store does not answer, and the others have theirs", async () => {
    const metrics = createServiceMetrics({ processMetrics: false });
    metrics.readings("lost", "Lost", [], () => Promise.reject(new Error("away")));
    metrics.readings("hung", "Hung", [], () => new Promise(() => undefined));
    metrics.readings("there", "There", [], async () => [{ labels: {}, value: 3 }]);
    const shown = await text(metrics);
    expect(shown).not.toMatch(/^(?:lost|hung) /m);
    expect(shown).toMatch(/^there 3$/m);
  });

  it("asks its store once, however many ask for it at a time", async () => {
    const metrics = createServiceMetrics({ processMetrics: false });
    let asked = 0;
    metrics.readings("rows", "Rows", [], async () => {
      asked += 1;
      return [{ labels: {}, value: 1 }];
    });
    await Promise.all(Array.from({ length: 50 }, () => text(metrics)));
    expect(asked).toBe(1);
  });
});
