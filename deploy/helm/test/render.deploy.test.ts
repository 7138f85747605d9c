import { readFileSync } from "node:fs";
import path from "node:path";
import { backingSettings } from "@receipts/backing-services";
import { bankSettings } from "@receipts/banks";
import { isBankCode } from "@receipts/contracts";
import { readGatewayConfig } from "@receipts/gateway";
import { kafkaSettings, kafkaTopicSettings } from "@receipts/messaging/kafka";
import { readConfiguration } from "@receipts/service-kit";
import { readVerifierConfig } from "@receipts/verifier";
import { readDispatcherConfig } from "@receipts/webhook-dispatcher";
import { readerHeapMebibytes, readerThreads } from "../../../packages/banks/src/reading-threads.ts";
import { pictureReaderMebibytes } from "../../../packages/receipt-pictures/src/index.ts";
import { statementReaderMebibytes } from "../../../services/gateway/src/reconciliations/start-reader.ts";
import { serviceShapes } from "../tools/chart-settings.ts";
import { chartFolder } from "../tools/chart-values.ts";
import { buildTools, mustRun, toolPath, toolsFolder, tryRun } from "./deploy-tools.ts";
import { type EnvEntry, entriesOf, environmentOf } from "./process-environment.ts";
import {
  type KubernetesObject,
  kubernetesVersion,
  named,
  objectsOf,
  ofKind,
  renderChart,
  type ValueSet,
  valueArguments,
  valueSets,
} from "./rendered-chart.ts";

const readers = {
  gateway: readGatewayConfig,
  verifier: readVerifierConfig,
  "webhook-dispatcher": readDispatcherConfig,
};

beforeAll(() => buildTools(["helm", "kubeconform", "kube-score", "crds", "schemas", "psa"]));

/** In one set mpesa's ports come from the relays' URLs, in the other from values next to the secret. */
it.each<ValueSet>(["external", "all-banks"])(
  "the chart with the values %s allows every relay, and no direct connection to their bank",
  async (set) => {
    const policies = ofKind(objectsOf(await renderChart(set)), "NetworkPolicy");
    const { egress } = named(policies, "NetworkPolicy", "shop-receipts-verifier-mpesa").spec;
    expect(egress).toHaveLength(1);
    expect(egress[0].ports).toEqual([3128, 8888].map((port) => ({ protocol: "TCP", port })));
  },
);

describe("the extension points", () => {
  let objects: KubernetesObject[];
  const podOf = (name: string) => named(objects, "Deployment", `shop-receipts-${name}`).spec.template.spec;
  beforeAll(async () => {
    objects = objectsOf(await renderChart("all-banks"));
  });

  it("add environment, volumes, node selectors and affinity to the workload that they name", () => {
    const gateway = podOf("gateway");
    const [container] = gateway.containers;
    expect(container.env).toContainEqual({ name: "NODE_EXTRA_CA_CERTS", value: "/etc/company/ca.pem" });
    expect(container.volumeMounts).toContainEqual({
      ...{ name: "company-ca", mountPath: "/etc/company", readOnly: true },
    });
    expect(gateway.volumes).toContainEqual({ name: "company-ca", configMap: { name: "company-ca" } });
    expect(gateway.nodeSelector).toEqual({ "kubernetes.io/os": "linux", pool: "api" });
    expect(Object.keys(gateway.affinity)).toEqual(["nodeAffinity"]);
    expect(podOf("verifier-telebirr").nodeSelector).toEqual({
      "kubernetes.io/os": "linux",
      pool: "ethiopia",
    });
    expect(podOf("verifier-cbe").nodeSelector).toEqual({ "kubernetes.io/os": "linux" });
    expect(Object.keys(podOf("verifier-cbe").affinity)).toEqual(["podAntiAffinity"]);
  });

  it("set disruption budgets, and let the dispatcher scale", () => {
    const budget = (name: string) => named(objects, "PodDisruptionBudget", `shop-receipts-${name}`).spec;
    expect(budget("gateway")).toMatchObject({ minAvailable: "50%" });
    expect(budget("webhook-dispatcher")).toMatchObject({ maxUnavailable: 2 });
    const dispatcher = named(objects, "Deployment", "shop-receipts-webhook-dispatcher");
    expect(dispatcher.spec.replicas).toBeUndefined();
    const scaler = named(objects, "HorizontalPodAutoscaler", "shop-receipts-webhook-dispatcher");
    expect(scaler.spec).toMatchObject({ minReplicas: 2, maxReplicas: 5 });
  });

  it("give rules the release's namespace and its runbooks, and leave out disabled alerts", () => {
    const rules = ofKind(objects, "PrometheusRule").flatMap(({ spec }) =>
      spec.groups.flatMap((group: { rules: object[] }) => group.rules),
    );
    expect(rules.length).toBeGreaterThan(50);
    for (const { alert, expr, labels, annotations } of rules) {
      expect(labels.namespace).toBe("payments");
      expect(expr).not.toContain("namespace=~");
      if (alert !== undefined)
        expect(annotations.runbook_url).toBe(`https://handbook.example.com/${alert}.md`);
    }
    const names = rules.map(({ alert }) => alert);
    expect(names).toContain("BankCircuitOpen");
    expect(names).not.toContain("KedaScalerErrors");
    expect(rules.find(({ alert }) => alert === "BankCircuitOpen").expr).toContain(
      'circuit_breaker_state{namespace="payments"}',
    );
  });
});

it("tells in its notes how many connections PostgreSQL needs", async () => {
  const counted =
    '{"apiVersion":"v1","kind":"ConfigMap","data":"{{ include \\"receipts.connections\\" . }}"}';
  const rendered = await renderChart("default", ["--set-json", `extraObjects=[${counted}]`]);
  // Two gateways of 20, two dispatchers of 10 and eleven verifiers of 10; in an upgrade one pod more of each.
  expect(rendered).toMatch(/rest: 170\s+rollout: 310/);
  const notes = readFileSync(path.join(chartFolder, "templates/NOTES.txt"), "utf8");
  expect(notes).toContain('include "receipts.connections"');
});

describe.each(valueSets)("the chart with the values %s", (set: ValueSet) => {
  let manifests = "";
  let objects: KubernetesObject[] = [];
  let deployments: KubernetesObject[] = [];

  beforeAll(async () => {
    manifests = await renderChart(set);
    objects = objectsOf(manifests);
    deployments = ofKind(objects, "Deployment");
  });

  it("passes Helm's own checks", async () => {
    const lint = [
      "lint",
      chartFolder,
      "--strict",
      "--kube-version",
      kubernetesVersion,
      ...valueArguments(set),
    ];
    expect(await mustRun(toolPath("helm"), lint)).toContain("0 chart(s) failed");
  });

  it("has only fields known to Kubernetes, KEDA and the Prometheus operator", async () => {
    const schemas = path.join(toolsFolder, "schemas");
    const output = await mustRun(
      toolPath("kubeconform"),
      [
        "-strict",
        "-summary",
        "-kubernetes-version",
        kubernetesVersion,
        "-schema-location",
        `${schemas}/{{.NormalizedKubernetesVersion}}-standalone{{.StrictSuffix}}/{{.ResourceKind}}{{.KindSuffix}}.json`,
        "-schema-location",
        `${schemas}/crds/{{.ResourceKind}}_{{.Group}}_{{.ResourceAPIVersion}}.json`,
      ],
      { input: manifests },
    );
    expect(output).toContain(`${objects.length} resources found`);
    expect(output).toContain(`Valid: ${objects.length}, Invalid: 0, Errors: 0, Skipped: 0`);
  });

  it("passes kube-score, except for the two checks that _pod.tpl explains", async () => {
    const criticalOf = async (...more: readonly string[]) => {
      const args = ["score", "-", "--output-format", "ci", "--kubernetes-version", "v1.30", ...more];
      const { output } = await tryRun(toolPath("kube-score"), args, { input: manifests });
      expect(output).toMatch(/^\[OK\]/m);
      const lines = output.split("\n").filter((line) => line.startsWith("[CRITICAL]"));
      return [...new Set(lines.map((line) => line.replace(/^.*?: (?:\([\w-]+\) )?/, "")))].sort();
    };
    const withoutPolicies =
      set === "no-network-policy" ? ["The pod does not have a matching NetworkPolicy"] : [];
    const argued = ["CPU limit is not set", "ImagePullPolicy is not set to Always"];
    expect(await criticalOf()).toEqual(withoutPolicies);
    expect(await criticalOf("--disable-ignore-checks-annotations")).toEqual([...argued, ...withoutPolicies]);
  });

  it("runs every pod under the standard `restricted`, also those of jobs and tests", async () => {
    expect(await mustRun(toolPath("psa"), [], { input: manifests })).toContain(", 0 forbidden");
  });

  it("gives each process only known settings, and all required ones", () => {
    expect(deployments.length).toBeGreaterThan(2);
    for (const deployment of deployments) {
      const service = deployment.metadata.labels?.["receipts/service"] as keyof typeof readers;
      const environment = environmentOf(deployment, objects);
      const { BANK = "" } = environment;
      const banks = service === "gateway" ? [...new Set(banksOf(deployments))] : [BANK];
      const known = new Set([
        ...Object.keys(serviceShapes[service]),
        ...banks.flatMap((bank) => (isBankCode(bank) ? bankSettings(bank) : [])).map(({ name }) => name),
        ...banks.map((bank) => `BANK_${bank.toUpperCase()}_CANARY`),
        "NODE_OPTIONS",
        ...(set === "all-banks" ? ["NODE_EXTRA_CA_CERTS", "POD_NAME"] : []),
      ]);
      expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
      const { [`BANK_${BANK.toUpperCase()}_CANARY`]: _canary, ...rest } = environment;
      expect(() => readers[service](rest)).not.toThrow();
      expect(() => readConfiguration(backingSettings, rest)).not.toThrow();
    }
  });

  it("gives the migration its settings", () => {
    const job = objects.find(({ kind }) => kind === "Job");
    expect(job === undefined).toBe(set === "external");
    if (job === undefined) return;
    const { initContainers, containers } = job.spec.template.spec;
    expect(Object.keys(entriesOf(initContainers[0].env))).toContain("DATABASE_URL");
    const environment = entriesOf(containers[0].env);
    expect(() => readConfiguration({ ...kafkaSettings, ...kafkaTopicSettings }, environment)).not.toThrow();
  });

  it("requires TLS of every process that connects, except to the backends that the values name", () => {
    const exceptions: Partial<Record<ValueSet, string | undefined>> = {
      "one-bank": undefined,
      keda: "postgres,redis",
    };
    const expected = set in exceptions ? exceptions[set] : "postgres,kafka,redis";
    const jobs = objects.flatMap(({ kind, spec }) => {
      if (kind === "Job") return [spec.template.spec];
      if (kind === "CronJob") return [spec.jobTemplate.spec.template.spec];
      return kind === "Pod" ? [spec] : [];
    });
    const containers = jobs.flatMap((spec) => [...(spec.initContainers ?? []), ...spec.containers]);
    const processes = [
      ...deployments.map((deployment) => environmentOf(deployment, objects)),
      ...containers.map(({ env = [] }) => entriesOf(env)),
    ].filter((env) => ["DATABASE_URL", "KAFKA_BROKERS", "REDIS_URL"].some((name) => name in env));
    expect(processes.length).toBeGreaterThan(deployments.length);
    for (const env of processes) expect(env["SECURE_BACKENDS"]).toBe(expected);
  });

  it("connects each service with its own role, unless the values set one for all", () => {
    const secretOf = (container: { env: readonly EnvEntry[] }) =>
      container.env.find(({ name }) => name === "DATABASE_URL")?.valueFrom?.secretKeyRef;
    for (const deployment of deployments) {
      const service = deployment.metadata.labels?.["receipts/service"] ?? "";
      const own = { name: "receipts", key: `${service.replace("webhook-", "").toUpperCase()}_DATABASE_URL` };
      const expected = {
        "all-banks": { name: "receipts", key: "DATABASE_URL" },
        external: { name: "postgresql-app", key: "uri" },
      };
      expect(secretOf(deployment.spec.template.spec.containers[0])).toEqual(
        Object.entries(expected).find(([name]) => name === set)?.[1] ?? own,
      );
    }
    const job = objects.find(({ kind }) => kind === "Job");
    if (job === undefined) return;
    const [migrate] = job.spec.template.spec.initContainers;
    const roles = Object.entries(entriesOf(migrate.env)).filter(([name]) => name.endsWith("_ROLE"));
    if (set === "all-banks") {
      expect(secretOf(migrate)).toEqual({ name: "receipts-owner", key: "url" });
      expect(roles).toEqual([["APP_DATABASE_ROLE", "receipts_app"]]);
    } else {
      expect(secretOf(migrate)).toEqual({ name: "receipts", key: "OWNER_DATABASE_URL" });
      expect(Object.fromEntries(roles)).toEqual({
        GATEWAY_DATABASE_ROLE: "receipts_gateway",
        VERIFIER_DATABASE_ROLE: "receipts_verifier",
        DISPATCHER_DATABASE_ROLE: "receipts_dispatcher",
      });
    }
  });

  it("has memory for the heap and for what reads PDFs in a verifier, and statements and pictures in a gateway", () => {
    for (const deployment of deployments) {
      const [container] = deployment.spec.template.spec.containers;
      const { NODE_OPTIONS = "" } = environmentOf(deployment, objects);
      const heap = Number(/--max-old-space-size=(\d+)/.exec(NODE_OPTIONS)?.[1]);
      const limit = Number(/^(\d+)Mi$/.exec(container.resources.limits.memory)?.[1]);
      const service = deployment.metadata.labels?.["receipts/service"] ?? "";
      const gatewayReaders = statementReaderMebibytes + pictureReaderMebibytes;
      const ofService = { verifier: readerThreads * readerHeapMebibytes, gateway: gatewayReaders };
      const readers = Object.entries(ofService).find(([name]) => name === service)?.[1] ?? 0;
      expect(heap).toBeGreaterThanOrEqual(128);
      expect(limit - heap - readers).toBeGreaterThanOrEqual((limit - readers) / 8);
    }
  });

  it("prefers another host for each pod of a component", () => {
    for (const { spec } of deployments) {
      const { affinity, topologySpreadConstraints } = spec.template.spec;
      // One that the values replace.
      if (affinity.podAntiAffinity === undefined) continue;
      const [{ podAffinityTerm }] = affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution;
      expect(podAffinityTerm).toEqual({
        topologyKey: "kubernetes.io/hostname",
        labelSelector: spec.selector,
      });
      expect(topologySpreadConstraints).toEqual(
        ["kubernetes.io/hostname", "topology.kubernetes.io/zone"].map((topologyKey) => ({
          maxSkew: 1,
          topologyKey,
          whenUnsatisfiable: "ScheduleAnyway",
          labelSelector: spec.selector,
          matchLabelKeys: ["pod-template-hash"],
        })),
      );
    }
  });

  it("gives every process the time of its drain, and a writable folder", () => {
    for (const deployment of deployments) {
      const { spec } = deployment.spec.template;
      const [container] = spec.containers;
      const { SHUTDOWN_TIMEOUT_MS } = environmentOf(deployment, objects);
      const preStop = container.lifecycle?.preStop.sleep.seconds ?? 0;
      expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(
        preStop + Number(SHUTDOWN_TIMEOUT_MS) / 1_000,
      );
      expect(container.securityContext.readOnlyRootFilesystem).toBe(true);
      expect(container.volumeMounts).toContainEqual({ name: "tmp", mountPath: "/tmp" });
      expect(container.livenessProbe.httpGet.path).toBe("/health/live");
      expect(container.readinessProbe.httpGet.path).toBe("/health/ready");
      expect(deployment.spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
    }
  });

  it("mounts no token, and gives each component its own account and budget", () => {
    for (const { metadata, spec } of deployments) {
      expect(spec.template.spec.automountServiceAccountToken).toBe(false);
      expect(spec.template.spec.serviceAccountName).toBe(metadata.name);
      const account = named(objects, "ServiceAccount", metadata.name);
      expect(account).toMatchObject({ automountServiceAccountToken: false });
      const budget = named(objects, "PodDisruptionBudget", metadata.name);
      expect(budget.spec).toMatchObject({ unhealthyPodEvictionPolicy: "AlwaysAllow" });
      const { maxUnavailable, minAvailable } = budget.spec;
      if (set !== "all-banks") expect([maxUnavailable, minAvailable]).toEqual([1, undefined]);
      expect(budget.spec.selector).toEqual(spec.selector);
    }
  });

  it("sets replicas or has an autoscaler, never both", () => {
    const scaled = [...ofKind(objects, "HorizontalPodAutoscaler"), ...ofKind(objects, "ScaledObject")].map(
      ({ spec }) => spec.scaleTargetRef.name,
    );
    expect(new Set(scaled).size).toBe(scaled.length);
    for (const { metadata, spec } of deployments) {
      expect(typeof spec.replicas).toBe(scaled.includes(metadata.name) ? "undefined" : "number");
    }
  });

  it("contains references to secrets only", () => {
    expect(ofKind(objects, "Secret")).toEqual([]);
  });

  it("restarts only the process whose settings change", async () => {
    const change = ["--set", "dispatcher.settings.WEBHOOK_CONCURRENCY=99"];
    const after = ofKind(objectsOf(await renderChart(set, change)), "Deployment");
    const checksum = ({ spec }: KubernetesObject): unknown =>
      spec.template.metadata.annotations["checksum/config"];
    const changed = deployments.filter(
      (before) => checksum(before) !== checksum(named(after, "Deployment", before.metadata.name)),
    );
    expect(changed.map(({ metadata }) => metadata.name)).toEqual(["shop-receipts-webhook-dispatcher"]);
  });
});

function banksOf(deployments: readonly KubernetesObject[]): string[] {
  return deployments.flatMap(({ metadata }) => metadata.labels?.["receipts/bank"] ?? []);
}
