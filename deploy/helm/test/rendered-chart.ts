import path from "node:path";
import { type BankCode, supportedBankCodes } from "@receipts/contracts";
import { parseAllDocuments } from "yaml";
import { chartFolder } from "../tools/chart-values.ts";
import { mustRun, type Outcome, toolPath, tryRun } from "./deploy-tools.ts";

/** Sets of values that operators may use; `default` is the chart's own, with TLS. */
export const valueSets = [
  "default",
  "one-bank",
  "all-banks",
  "keda",
  "no-network-policy",
  "external",
] as const;
export type ValueSet = (typeof valueSets)[number];

/** Version of the API server that the tests start. */
export const kubernetesVersion = "1.35.0";

export function valueArguments(set: ValueSet): string[] {
  // The chart's own values leave the decision to the operator: TLS to Kafka, or a network that protects it.
  if (set === "default") return ["--set", "kafka.tls.enabled=true"];
  const values = ["--values", path.join(import.meta.dirname, `values/${set}.yaml`)];
  return set === "one-bank" ? [...values, ...withoutBanksBut("telebirr")] : values;
}

/** Switches off every other bank, including future ones. */
export function withoutBanksBut(...kept: readonly BankCode[]): string[] {
  return supportedBankCodes
    .filter((bank) => !kept.includes(bank))
    .flatMap((bank) => ["--set", `banks.${bank}.enabled=false`]);
}

const template = [
  "template",
  "shop",
  chartFolder,
  "--namespace",
  "payments",
  "--kube-version",
  kubernetesVersion,
];

/** All objects that Helm would apply, hooks and tests included. */
export async function renderChart(set: ValueSet, more: readonly string[] = []): Promise<string> {
  return await renderWith([...valueArguments(set), ...more]);
}

export async function renderWith(args: readonly string[]): Promise<string> {
  return await mustRun(toolPath("helm"), [...template, ...args]);
}

export async function tryToRender(more: readonly string[]): Promise<Outcome> {
  return await tryRun(toolPath("helm"), [...template, ...more]);
}

export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own, and tests read it only for a known kind
  readonly spec?: any;
  readonly data?: Readonly<Record<string, string>>;
}

export function objectsOf(manifests: string): KubernetesObject[] {
  return parseAllDocuments(manifests).flatMap((document) => {
    const object: KubernetesObject | null = document.toJS();
    return object === null ? [] : [object];
  });
}

export function ofKind(objects: readonly KubernetesObject[], kind: string): KubernetesObject[] {
  return objects.filter((object) => object.kind === kind);
}

export function named(objects: readonly KubernetesObject[], kind: string, name: string): KubernetesObject {
  const found = objects.find((object) => object.kind === kind && object.metadata.name === name);
  if (found === undefined) throw new Error(`there is no ${kind} ${name}`);
  return found;
}
