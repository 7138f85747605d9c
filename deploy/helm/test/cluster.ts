import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { until } from "@receipts/testing";
import { createProcesses } from "./cluster-processes.ts";
import { mustRun, type Outcome, toolPath, toolsFolder, tryRun } from "./deploy-tools.ts";

/** A real API server, scheduler and controllers, on this machine only; kwok simulates the nodes and running pods. */
export interface Cluster extends AsyncDisposable {
  readonly folder: string;
  readonly env: { readonly KUBECONFIG: string };
  kubectl(args: readonly string[], input?: string): Promise<string>;
  tryKubectl(args: readonly string[], input?: string): Promise<Outcome>;
  objects<T>(namespace: string, kind: string): Promise<readonly T[]>;
  helm(args: readonly string[]): Promise<string>;
  /** Adds the newest events to an error: they say why a pod does not run. */
  explained<T>(work: Promise<T>): Promise<T>;
  readonly processes: ReturnType<typeof createProcesses>;
}

/** For `buildTools`. */
export const clusterTools = [
  "helm",
  "crds",
  "etcd",
  "kube-apiserver",
  "kube-controller-manager",
  "kube-scheduler",
  "kwok",
] as const;

const etcdPort = 22_379;
export const apiPort = 26_443;

export async function startCluster(): Promise<Cluster> {
  const folder = await mkdtemp(path.join(tmpdir(), "receipts-cluster-"));
  const processes = createProcesses(folder);
  const env = { KUBECONFIG: path.join(folder, "kubeconfig") };
  const tryKubectl: Cluster["tryKubectl"] = (args, input) =>
    tryRun("kubectl", args, { env, ...(input !== undefined && { input }) });
  const cluster: Cluster = {
    folder,
    env,
    processes,
    tryKubectl,
    kubectl: (args, input) => mustRun("kubectl", args, { env, ...(input !== undefined && { input }) }),
    objects: async (namespace, kind) =>
      JSON.parse(await cluster.kubectl(["get", kind, "--namespace", namespace, "--output", "json"])).items,
    // Helm says only that a hook timed out.
    helm: (args) => cluster.explained(mustRun(toolPath("helm"), args, { env })),
    explained: (work) =>
      work.catch(async (error: Error) => {
        const events = ["get", "events", "--all-namespaces", "--sort-by=.lastTimestamp"];
        const { output } = await tryKubectl(events);
        throw new Error(`${error.message}\n${output.split("\n").slice(-40).join("\n")}`);
      }),
    [Symbol.asyncDispose]: async () => {
      await processes.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  try {
    await writeKeys(folder);
    startApiServer(cluster);
    await until(async () => (await tryKubectl(["get", "--raw", "/readyz"])).ok);
    startControllers(cluster);
    await cluster.kubectl(["apply", "--server-side", "-f", path.join(toolsFolder, "crds")]);
    await cluster.kubectl(["apply", "-f", "-"], nodes());
    return cluster;
  } catch (error) {
    const complaints = processes.complaints();
    await cluster[Symbol.asyncDispose]();
    throw new Error(`the cluster did not start\n${complaints}`, { cause: error });
  }
}

async function writeKeys(folder: string): Promise<void> {
  const file = (name: string) => path.join(folder, name);
  await mustRun("openssl", ["genrsa", "-out", file("sa.key"), "2048"]);
  await mustRun("openssl", ["rsa", "-in", file("sa.key"), "-pubout", "-out", file("sa.pub")]);
  // The authority that identifies the API server to extension servers.
  const subject = ["-subj", "/CN=front-proxy", "-days", "2", "-nodes", "-newkey", "rsa:2048"];
  await mustRun("openssl", [
    "req",
    "-x509",
    ...subject,
    "-keyout",
    file("proxy.key"),
    "-out",
    file("proxy.crt"),
  ]);
  await writeFile(file("tokens.csv"), 'admin-token,admin,admin,"system:masters"\n');
  await writeFile(file("kubeconfig"), kubeconfig());
}

function kubeconfig(): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": "test",
    contexts: [{ name: "test", context: { cluster: "test", user: "admin" } }],
    clusters: [
      { name: "test", cluster: { server: `https://127.0.0.1:${apiPort}`, "insecure-skip-tls-verify": true } },
    ],
    users: [{ name: "admin", user: { token: "admin-token" } }],
  });
}

function startApiServer({ folder, processes }: Cluster): void {
  const etcd = `http://127.0.0.1:${etcdPort}`;
  const peer = `http://127.0.0.1:${etcdPort + 1}`;
  processes.start("etcd", [
    ...["--data-dir", path.join(folder, "etcd"), "--unsafe-no-fsync"],
    ...["--listen-client-urls", etcd, "--advertise-client-urls", etcd],
    ...[
      "--listen-peer-urls",
      peer,
      "--initial-advertise-peer-urls",
      peer,
      "--initial-cluster",
      `default=${peer}`,
    ],
  ]);
  processes.start("kube-apiserver", [
    `--etcd-servers=${etcd}`,
    "--bind-address=127.0.0.1",
    "--advertise-address=127.0.0.1",
    `--secure-port=${apiPort}`,
    `--cert-dir=${path.join(folder, "pki")}`,
    "--service-cluster-ip-range=10.96.0.0/16",
    "--service-account-issuer=https://kubernetes.default.svc",
    "--service-account-signing-key-file=sa.key",
    "--service-account-key-file=sa.pub",
    "--token-auth-file=tokens.csv",
    "--authorization-mode=AlwaysAllow",
    "--requestheader-client-ca-file=proxy.crt",
    "--requestheader-allowed-names=",
    "--requestheader-extra-headers-prefix=X-Remote-Extra-",
    "--requestheader-group-headers=X-Remote-Group",
    "--requestheader-username-headers=X-Remote-User",
    "--proxy-client-cert-file=proxy.crt",
    "--proxy-client-key-file=proxy.key",
  ]);
}

function startControllers({ env, processes }: Cluster): void {
  const shared = [`--kubeconfig=${env.KUBECONFIG}`, "--leader-elect=false", "--bind-address=127.0.0.1"];
  processes.start("kube-controller-manager", [
    ...shared,
    "--secure-port=26257",
    "--service-account-private-key-file=sa.key",
    // With the default of 15 s, the tests would take minutes.
    "--horizontal-pod-autoscaler-sync-period=2s",
  ]);
  processes.start("kube-scheduler", [...shared, "--secure-port=26259"]);
  processes.start("kwok", [
    `--kubeconfig=${env.KUBECONFIG}`,
    "--manage-all-nodes=true",
    "--node-lease-duration-seconds=40",
    "--server-address=127.0.0.1:26247",
    `--config=${path.join(toolsFolder, "kwok-stages.yaml")}`,
  ]);
}

/** Room for everything that the chart requests. */
const NODE_SIZE = { cpu: "32", memory: "256Gi", "ephemeral-storage": "100Gi", pods: "110" };

/** Two in each of two zones, and one of each pool in each zone. */
function nodes(): string {
  const items = [0, 1, 2, 3].map((number) => ({
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      name: `node-${number}`,
      labels: {
        "kubernetes.io/hostname": `node-${number}`,
        "kubernetes.io/os": "linux",
        "topology.kubernetes.io/zone": `zone-${number % 2}`,
        // For the node selectors of the values.
        pool: number < 2 ? "api" : "ethiopia",
      },
    },
    status: {
      allocatable: NODE_SIZE,
      capacity: NODE_SIZE,
    },
  }));
  return JSON.stringify({ apiVersion: "v1", kind: "List", items });
}
