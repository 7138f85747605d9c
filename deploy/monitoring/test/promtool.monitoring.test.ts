import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { createServiceMetrics } from "@receipts/service-kit";
import { readServiceRegistries } from "../../../services/standalone/tools/service-registries.ts";
import { ruleTestFiles } from "../src/rules/rule-tests.ts";

const folder = path.resolve(import.meta.dirname, "../../prometheus");
const rules = path.resolve(import.meta.dirname, "../../helm/receipts/files/rules");
const filesIn = (name: string) => readdirSync(name).map((file) => path.join(name, file));
const run = promisify(execFile);

describe("Prometheus' own tools", () => {
  it("accept the rules", async () => {
    await run("promtool", ["check", "rules", ...filesIn(rules)]);
  });

  it("fire each rule exactly when it should", async () => {
    const tests = mkdtempSync(path.join(tmpdir(), "rule-tests-"));
    for (const [name, text] of Object.entries(ruleTestFiles(rules)))
      writeFileSync(path.join(tests, name), text);
    await run("promtool", ["test", "rules", ...filesIn(tests)], { timeout: 600_000 });
    rmSync(tests, { recursive: true });
  });

  it("accept the configuration", async () => {
    await run("promtool", ["check", "config", "--syntax-only", path.join(folder, "prometheus.yml")]);
    await run("amtool", ["check-config", path.join(folder, "alertmanager.yml")]);
  });

  it("accept the names of our metrics", async () => {
    const metrics = createServiceMetrics({ processMetrics: true });
    for (const { name, help, type, labels } of await readServiceRegistries()) {
      const known = Object.fromEntries(labels.map((label) => [label, ["x"]]));
      if (type === "counter") metrics.counter(name, help, labels, known);
      if (type === "gauge") metrics.gauge(name, help, labels, known);
      if (type === "histogram") metrics.histogram(name, help, [1], labels, known);
    }
    const checking = run("promtool", ["check", "metrics"]);
    checking.child.stdin?.end(await metrics.registry.metrics());
    await checking;
  });
});
