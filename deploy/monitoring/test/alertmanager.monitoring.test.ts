import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort, until } from "@receipts/testing";
import { causeAlerts } from "../src/rules/cause-alerts.ts";
import { inhibitions } from "../src/rules/inhibitions.ts";
import { objectives } from "../src/rules/slo-table.ts";
import { startFieldServer } from "./field-server.ts";

/** A real Alertmanager with the example configuration: it alone decides which alert hides which. */
const causes = Object.values(causeAlerts).flat();
const names = [...objectives.map(({ alert }) => alert), ...causes.map(({ name }) => name)];

type Labels = Readonly<Record<string, string>>;
let url = "";
let folder = "";
let stop: (() => Promise<void>) | undefined;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "alertmanager-"));
  url = `http://127.0.0.1:${await freePort()}`;
  stop = await startFieldServer("prometheus-alertmanager", url, [
    `--config.file=${path.resolve(import.meta.dirname, "../../prometheus/alertmanager.yml")}`,
    `--storage.path=${folder}`,
    "--cluster.listen-address=",
  ]);
});
afterAll(async () => {
  await stop?.();
  rmSync(folder, { recursive: true, force: true });
});

let posted = 0;
/** Each pair has a namespace of its own, as if of another installation: no other pair has a part in it. */
const aNamespace = () => {
  posted += 1;
  return `n${posted}`;
};

/** As the rules give them: alerts of a bank have a bank, all others have none. */
function labelsOf(alertname: string, namespace: string): Labels {
  const cause = causes.find(({ name }) => name === alertname);
  const own = cause?.proof.labels?.[0] ?? {};
  return { alertname, namespace, severity: cause?.severity ?? "ticket", ...own };
}

async function post(alerts: readonly Labels[]): Promise<void> {
  const response = await fetch(`${url}/api/v2/alerts`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(alerts.map((labels) => ({ labels }))),
  });
  expect(response.status).toBe(200);
}

interface Shown {
  readonly labels: Labels;
  readonly status: { readonly inhibitedBy: readonly string[] };
}

const read = async (): Promise<readonly Shown[]> => (await fetch(`${url}/api/v2/alerts`)).json();

/** The pairs of a list of two labels each in which the first hides the second. */
async function hiddenAmong(pairs: readonly (readonly [Labels, Labels])[]): Promise<readonly string[]> {
  for (const pair of pairs) await post(pair);
  const namespaces = new Set(pairs.map(([{ namespace }]) => namespace));
  const found = async () => (await read()).filter(({ labels }) => namespaces.has(labels["namespace"]));
  await until(async () => (await found()).length === 2 * pairs.length, { what: "all alerts" });
  const hidden = (await found()).filter(({ status }) => status.inhibitedBy.length > 0);
  return hidden.map(({ labels }) => labels["namespace"] ?? "").sort();
}

describe("the example Alertmanager", () => {
  it("hides an alert behind another exactly where the table names both", async () => {
    const pairs = names.flatMap((source) =>
      names
        .filter((target) => target !== source)
        .map((target) => {
          const namespace = aNamespace();
          const isNamed = inhibitions.some((one) => one.source === source && one.targets.includes(target));
          return {
            source,
            target,
            isNamed,
            labels: [labelsOf(source, namespace), labelsOf(target, namespace)] as const,
          };
        }),
    );
    const hidden = await hiddenAmong(pairs.map(({ labels }) => labels));
    const nameOf = (namespace: string | undefined) => {
      const pair = pairs.find(({ labels: [{ namespace: its }] }) => its === namespace);
      return `${pair?.source} and ${pair?.target}`;
    };
    // A pair is posted in both orders, so each named one is hidden in two namespaces.
    const expected = pairs.filter(({ source, target, isNamed }) => {
      const isNamedBack = inhibitions.some((one) => one.source === target && one.targets.includes(source));
      return isNamed || isNamedBack;
    });
    expect(hidden.map(nameOf)).toEqual(
      expected
        .map(({ labels: [{ namespace }] }) => namespace ?? "")
        .sort()
        .map(nameOf),
    );
    expect(expected.length).toBeGreaterThan(40);
  });

  it("tells the faster of two burns of a budget, and that of another bank, or of another installation", async () => {
    const burn = (severity: string) => ({ ...labelsOf("GatewayAcceptErrorBudgetBurn", "burn"), severity });
    expect(await hiddenAmong([[burn("page"), burn("ticket")]])).toEqual(["burn"]);
    const open = { ...labelsOf("BankCircuitOpen", "banks"), bank: "cbe" };
    const other = { ...labelsOf("VerifierStuck", "banks"), bank: "boa" };
    expect(await hiddenAmong([[open, other]])).toEqual([]);
    const here = labelsOf("DatabaseUnavailable", "here");
    const there = labelsOf("OutboxStuck", "there");
    await post([here, there]);
    await until(async () => (await read()).some(({ labels }) => labels["namespace"] === "there"));
    const shown = (await read()).find(({ labels }) => labels["namespace"] === "there");
    expect(shown?.status.inhibitedBy).toEqual([]);
  });

  it("knows every name of the table", () => {
    const inTable = inhibitions.flatMap(({ source, targets }) => [source, ...targets]);
    expect(inTable.filter((name) => !names.includes(name))).toEqual([]);
  });
});
