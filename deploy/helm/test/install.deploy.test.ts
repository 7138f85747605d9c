import { until } from "@receipts/testing";
import { chartFolder } from "../tools/chart-values.ts";
import { type Cluster, clusterTools, startCluster } from "./cluster.ts";
import { buildTools } from "./deploy-tools.ts";
import {
  type KubernetesObject,
  objectsOf,
  ofKind,
  renderChart,
  type ValueSet,
  valueArguments,
  valueSets,
} from "./rendered-chart.ts";

let cluster: Cluster;

beforeAll(async () => {
  await buildTools(clusterTools);
  cluster = await startCluster();
});

afterAll(() => cluster?.[Symbol.asyncDispose]());

/** A namespace whose admission controller rejects every pod below `restricted`. */
async function newNamespace(name: string): Promise<void> {
  await cluster.kubectl(["create", "namespace", name]);
  const label = "pod-security.kubernetes.io/enforce=restricted";
  await cluster.kubectl(["label", "namespace", name, label, label.replace("enforce", "warn")]);
}

interface Deployment {
  readonly metadata: { readonly name: string; readonly generation: number };
  readonly spec: { readonly replicas: number };
  readonly status: {
    readonly observedGeneration?: number;
    readonly replicas?: number;
    readonly readyReplicas?: number;
    readonly updatedReplicas?: number;
  };
}

const deploymentsIn = (namespace: string) => cluster.objects<Deployment>(namespace, "deployments");

/** All requested pods run the newest template. */
function isReady({ metadata, spec, status }: Deployment): boolean {
  if (status.observedGeneration !== metadata.generation) return false;
  const { replicas = 0, readyReplicas = 0, updatedReplicas = 0 } = status;
  return [replicas, readyReplicas, updatedReplicas].every((count) => count === spec.replicas);
}

async function areReady(namespace: string): Promise<boolean> {
  return (await deploymentsIn(namespace)).every(isReady);
}

describe.each(valueSets)("on a real API server, the values %s", (set: ValueSet) => {
  const namespace = `shop-${set}`;
  const release = ["shop", chartFolder, "--namespace", namespace, ...valueArguments(set)];
  let expected: KubernetesObject[] = [];

  beforeAll(async () => {
    await newNamespace(namespace);
    expected = objectsOf(await renderChart(set));
  });

  it("are accepted in every field", async () => {
    const manifests = await renderChart(set, ["--namespace", namespace]);
    // The server requires the account of a bare pod, and a dry run creates none.
    const accounts = ["test", "admin"].map((name) => [
      "serviceaccount",
      `shop-receipts-${name}`,
      "--namespace",
      namespace,
    ]);
    for (const account of accounts) await cluster.kubectl(["create", ...account]);
    const apply = ["apply", "--server-side", "--dry-run=server", "--validate=strict", "--filename", "-"];
    const output = await cluster.kubectl([...apply, "--namespace", namespace], manifests);
    for (const account of accounts) await cluster.kubectl(["delete", ...account]);
    expect(output.match(/serverside-applied \(server dry run\)/g)).toHaveLength(expected.length);
    expect(output).not.toMatch(/would violate PodSecurity/);
  });

  it("install: the migration runs first, and every pod is admitted", async () => {
    const output = await cluster.helm(["install", ...release, "--timeout", "2m"]);
    expect(output).toContain("STATUS: deployed");
    await cluster.explained(until(() => areReady(namespace), { what: "every Deployment being ready" }));
    const names = (kind: string, objects: readonly KubernetesObject[]) =>
      ofKind(objects, kind).map(({ metadata }) => metadata.name);
    const deployments = await deploymentsIn(namespace);
    expect(deployments.map(({ metadata }) => metadata.name).sort()).toEqual(
      names("Deployment", expected).sort(),
    );
    const events = await cluster.objects<{ readonly reason: string }>(namespace, "events");
    expect(events.filter(({ reason }) => reason === "FailedCreate")).toEqual([]);
  });

  it("upgrade without a missing pod at any moment", async () => {
    const before = await deploymentsIn(namespace);
    const change = ["--set", "image.tag=9.9.9", "--set", "settings.LOG_LEVEL=debug", "--timeout", "2m"];
    await cluster.helm(["upgrade", ...release, ...change]);
    await until(
      async () => {
        const now = await deploymentsIn(namespace);
        const missing = before.filter(({ metadata, spec }) => {
          const same = now.find((other) => other.metadata.name === metadata.name);
          return (same?.status.readyReplicas ?? 0) < spec.replicas;
        });
        expect(missing.map(({ metadata }) => metadata.name)).toEqual([]);
        return now.every(isReady);
      },
      { what: "the new release being ready" },
    );
  });

  it("leave nothing after an uninstall, hooks included", async () => {
    await cluster.helm(["uninstall", "shop", "--namespace", namespace, "--wait", "--timeout", "2m"]);
    const kinds =
      "deployments,jobs,services,configmaps,serviceaccounts,networkpolicies,poddisruptionbudgets,hpa";
    const left = await cluster.objects<KubernetesObject>(namespace, kinds);
    const ours = left.filter(({ metadata }) => metadata.labels?.["app.kubernetes.io/instance"] === "shop");
    expect(ours.map(({ kind, metadata }) => `${kind}/${metadata.name}`)).toEqual([]);
  });
});

it("rejects a pod that exceeds `restricted`, which proves that the namespace enforces it", async () => {
  await newNamespace("judge");
  // Every pod is rejected until its account exists.
  const account = ["get", "serviceaccount", "default", "--namespace", "judge"];
  await until(async () => (await cluster.tryKubectl(account)).ok);
  const run = ["run", "bad", "--image=busybox", "--namespace", "judge"];
  const { ok, output } = await cluster.tryKubectl(run);
  expect([ok, /violates PodSecurity "restricted/.test(output)]).toEqual([false, true]);
});
