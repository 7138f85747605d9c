import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { bankSettings } from "@receipts/banks";
import { supportedBankCodes } from "@receipts/contracts";
import { Ajv } from "ajv";
import { readerHeapMebibytes, readerThreads } from "../../../packages/banks/src/reading-threads.ts";
import { pictureReaderMebibytes } from "../../../packages/receipt-pictures/src/index.ts";
import { statementReaderMebibytes } from "../../../services/gateway/src/reconciliations/start-reader.ts";
import { generatedFiles } from "../tools/chart-files.ts";
import { bankSettingNames, derivedSettings, secretSettings, serviceShapes } from "../tools/chart-settings.ts";
import { chartFolder, deployFolder, isValues, readChartValues, type Values } from "../tools/chart-values.ts";
import { valuesSchema } from "../tools/values-schema.ts";

const values = readChartValues();
const templates = globSync("templates/**/*", { cwd: chartFolder, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "utf8"));
const fromTop = (file: string) => path.relative(path.dirname(deployFolder), file);

/** Places where an object's schema allows any name. */
function openObjects(where: string, schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap((item, index) => openObjects(`${where}/${index}`, item));
  if (!isValues(schema)) return [];
  const isOpen = schema["type"] === "object" && schema["additionalProperties"] === undefined;
  const within = Object.entries(schema).flatMap(([name, part]) => openObjects(`${where}/${name}`, part));
  return isOpen ? [where, ...within] : within;
}

function valueAt(...names: readonly string[]): Values {
  let found: unknown = values;
  for (const name of names) found = isValues(found) ? found[name] : undefined;
  return isValues(found) ? found : {};
}

describe("the chart", () => {
  it.each([...generatedFiles()].map(([file, text]) => [fromTop(file), text, file] as const))(
    "%s is up to date (npm run chart writes it)",
    (_name, text, file) => {
      expect(existsSync(file) ? readFileSync(file, "utf8") : "there is no such file").toBe(text);
    },
  );

  /** A value switches on monitoring; with an empty folder nothing would be applied, without an error. */
  it.each(["rules/*.yml", "dashboards/*.json"])("has its files/%s in a clone", (files) => {
    expect(globSync(`files/${files}`, { cwd: chartFolder })).not.toEqual([]);
    expect(templates.join("\n")).toContain(`.Files.Glob "files/${files}"`);
  });

  it("accepts its own values", () => {
    const validate = new Ajv({ strict: false }).compile(valuesSchema());
    expect([validate(values), validate.errors]).toEqual([true, null]);
  });

  /** An accepted misspelt name would be a value without effect. */
  it("lists every name of every value", () => {
    const open = openObjects("", valuesSchema());
    // Values of another chart, and whole objects of any kind.
    expect(open).toEqual(["/properties/extraObjects/items", "/properties/global"]);
  });

  /** A setting that no service reads would have no effect. */
  it("uses only settings of a service in its templates", () => {
    const known = new Set([
      ...Object.values(serviceShapes).flatMap(Object.keys),
      // Settings of Node.js, of `npm run migrate`, and of Helm's test.
      ...["NODE_OPTIONS", "APP_DATABASE_ROLE", "GATEWAY_URL"],
    ]);
    const names = templates.flatMap((text) => text.match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9]\b/g) ?? []);
    expect(names.length).toBeGreaterThan(20);
    const unknown = new Set(names).difference(known);
    expect([...unknown].filter((name) => !/^BANK_/.test(name))).toEqual([]);
  });

  /** A secret among the settings would be in a ConfigMap. */
  it("reads exactly the settings that services hide from secrets", () => {
    const sample = Buffer.alloc(32, 7).toString("base64");
    const samples = [
      "postgresql://app@db/receipts",
      "redis://redis",
      "smtp://mail",
      sample,
      "secret",
      `1:${"t".repeat(20)}`,
    ];
    const isHidden = (name: string) =>
      Object.values(serviceShapes).some((shape) =>
        samples.some((text) => {
          const parsed = Object.entries(shape)
            .find(([key]) => key === name)?.[1]
            .safeParse(text);
          const data = parsed?.success ? parsed.data : undefined;
          return /"\[secret\]"/.test(JSON.stringify([data]));
        }),
      );
    const all = new Set(Object.values(serviceShapes).flatMap(Object.keys));
    const hidden = [...all].filter(isHidden);
    // A user name is not secret for the service, but comes from the same secret as the password.
    expect([...hidden, "KAFKA_SASL_USERNAME"].sort()).toEqual([...secretSettings].sort());
    expect(Object.keys(valueAt("secrets")).sort()).toEqual([...secretSettings].sort());
  });

  it("derives only existing settings", () => {
    const all = new Set(Object.values(serviceShapes).flatMap(Object.keys));
    expect(derivedSettings.filter((name) => !all.has(name))).toEqual([]);
  });

  it("has every bank, at the default host of its verifier", () => {
    expect(Object.keys(valueAt("banks")).sort()).toEqual([...supportedBankCodes].sort());
    for (const bank of supportedBankCodes) {
      const names = bankSettingNames(bank, "_BASE_URL");
      const defaults = bankSettings(bank).filter(({ name }) => names.includes(name));
      const expected = Object.fromEntries(defaults.map(({ name, default: url }) => [name, url]));
      expect(valueAt("banks", bank, "baseUrls")).toEqual(expected);
    }
  });

  /**
   * Without limits a pod can exhaust a node's memory or disk; with too small ones it is killed in the middle of a
   * document.
   */
  it.each([["gateway"], ["dispatcher"], ["verifier"], ["migration"], ["admin"], ["erasure"]])(
    "gives %s memory and ephemeral storage, with limits, and CPU without one",
    (part) => {
      const { requests, limits } = valueAt(part, "resources") as Record<string, Values>;
      expect(Object.keys(requests ?? {}).sort()).toEqual(["cpu", "ephemeral-storage", "memory"]);
      expect(Object.keys(limits ?? {}).sort()).toEqual(["ephemeral-storage", "memory"]);
      const of = (quantities: Values | undefined, name: string) =>
        Number(/^(\d+)Mi$/.exec(String(quantities?.[name]))?.[1]);
      for (const name of ["memory", "ephemeral-storage"])
        expect(of(limits, name)).toBeGreaterThanOrEqual(of(requests, name));
      const [, tmp] = /sizeLimit: (\d+)Mi/.exec(templates.join("\n")) ?? [];
      const logs = 50;
      expect(of(limits, "ephemeral-storage")).toBeGreaterThan(Number(tmp) + logs);
      const [, ofVerifier, ofGateway] =
        /dict "verifier" (\d+) "gateway" (\d+)\)/.exec(templates.join("\n"))?.map(Number) ?? [];
      expect(ofVerifier).toBe(readerThreads * readerHeapMebibytes);
      expect(ofGateway).toBe(statementReaderMebibytes + pictureReaderMebibytes);
      const readers = { verifier: ofVerifier, gateway: ofGateway }[part];
      if (readers !== undefined) expect(of(limits, "memory") - readers).toBeGreaterThanOrEqual(512);
    },
  );

  it("sets resources for every container, and spreads the pods of every Deployment", () => {
    const text = templates.join("\n");
    const containers = text.match(/include "receipts\.container"/g) ?? [];
    expect(containers).toHaveLength(6);
    expect(text.match(/^ +resources:$/gm)).toHaveLength(containers.length);
    expect(text.match(/^kind: Deployment$/gm)).toHaveLength(1);
    expect(text).toMatch(/topologySpreadConstraints:[\s\S]+podAntiAffinity:/);
  });

  it("runs built files, as the image's user", () => {
    const text = templates.join("\n");
    const built = [...text.matchAll(/\/app\/(packages\/[\w/-]+)\/dist\/([\w/-]+)\.js/g)];
    expect(built).toHaveLength(2);
    const top = path.dirname(deployFolder);
    for (const [, folder = "", file = ""] of built) {
      expect(existsSync(path.join(top, folder, "src", `${file}.ts`))).toBe(true);
    }
    const dockerfile = readFileSync(path.join(deployFolder, "docker/Dockerfile"), "utf8");
    const { runAsUser, runAsGroup } = valueAt("pod");
    expect(dockerfile).toContain(`USER ${String(runAsUser)}:${String(runAsGroup)}`);
    expect(dockerfile).toContain('ENTRYPOINT ["/nodejs/bin/node"]');
  });
});
