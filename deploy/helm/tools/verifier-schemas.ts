import type { SupportedBankCode } from "@receipts/contracts";
import { bankOwnSettings, bankSettingNames, type JsonSchema, verifierOwnSettings } from "./chart-settings.ts";
import { closed, flag, ref, text, whole, workload } from "./schema-parts.ts";

const autoscalingKinds = {
  enum: ["none", "hpa", "keda"],
  description:
    "Autoscaler of the pods: none, a HorizontalPodAutoscaler on the lag metric, or KEDA, which queries Kafka itself. Use only one: two would contradict each other",
};

const keda = {
  pollingInterval: whole("Seconds between two queries of Kafka", 1, 600),
  kafkaVersion: {
    type: "string",
    pattern: "^[0-9]+\\.[0-9]+\\.[0-9]+$",
    description: "Version of Kafka's protocol for KEDA",
  },
};
const hpa = {
  metricName: text(
    "External metric of unprocessed messages, with the labels `topic` and `group`; an adapter serves it from `kafka_consumer_lag`",
  ),
};
const autoscaling = {
  kind: autoscalingKinds,
  minReplicas: whole("Minimum number of pods; never 0, because the group would have no member", 1, 1_000),
  maxReplicas: whole("Maximum number of pods; at most `partitions`", 1, 1_000),
  lagPerPlace: whole(
    "Unprocessed messages per slot of a pod (`concurrency`) before another pod is added",
    1,
    10_000,
  ),
  scaleUpAfterSeconds: whole(
    "Seconds of higher demand before a pod is added; short peaks do not count",
    0,
    3_600,
  ),
  scaleDownAfterSeconds: whole("Seconds of lower demand before a pod is removed", 0, 3_600),
  keda: closed("Options for `kind: keda`", keda),
  hpa: closed("Options for `kind: hpa`", hpa),
};
const proxy = {
  url: text("Relays for requests to the bank, `http://host:port`, separated by commas (deploy/relays.md)"),
  secret: ref("secretKey", "Relays with passwords, from an existing secret"),
  port: whole("Port of the relays in the secret, for the network policy", 1, 65_535),
  ports: ref("ports", "Ports of the relays, if they differ from `port`"),
  to: ref(
    "peers",
    "Peers of the relays, for the network policy: the verifier then reaches the bank only through them",
  ),
};

/** Set in `verifier` for all banks, and in `banks.<bank>` for one. */
const perBank = {
  paused: flag("Runs no pod; requests wait until their deadline, and are then refunded"),
  replicas: whole("Number of pods without an autoscaler; at most `partitions`", 0, 1_000),
  concurrency: whole("Receipts that one pod processes at the same time (`VERIFIER_CONCURRENCY`)", 1, 1_000),
  partitions: whole(
    "Partitions of the bank's topic; 0 means `settings.KAFKA_PARTITIONS`. Set it only for a topic with more partitions",
    0,
    1_000,
  ),
  imageTag: ref("imageTag", "Tag of the image; default: `image.tag`"),
  preStopSeconds: whole(
    "Seconds before SIGTERM; a consumer leaves its group by itself and needs none",
    0,
    300,
  ),
  resources: ref(
    "resources",
    "Requests and limits; 256Mi of the memory limit are for reading PDFs, and three quarters of the rest for the heap",
  ),
  ...workload,
  extraEgress: ref("egressRules", "Additional rules for the verifier's network policy"),
};

export function verifierSchema(): JsonSchema {
  return closed("Verifiers of all banks", {
    ...perBank,
    autoscaling: closed("Scaling of a bank's pods by demand", autoscaling),
    proxy: closed("Egress proxy", proxy),
    settings: closed("Settings of verifiers", verifierOwnSettings, []),
  });
}

/** Defined once, because every bank uses them. */
export const bankDefinitions: Readonly<Record<string, JsonSchema>> = {
  bankAutoscaling: closed(
    "Overrides `verifier.autoscaling`",
    {
      ...autoscaling,
      keda: closed("Options for `kind: keda`", keda, []),
      hpa: closed("Options for `kind: hpa`", hpa, []),
    },
    [],
  ),
  bankProxy: closed(
    "Overrides `verifier.proxy`",
    {
      ...proxy,
      secret: closed("Its URL, from an existing secret", { name: text("Name"), key: text("Key") }, []),
    },
    [],
  ),
};

export function bankSchema(bank: SupportedBankCode): JsonSchema {
  const urls = bankSettingNames(bank, "_BASE_URL").map((name): [string, JsonSchema] => [
    name,
    { type: "string", pattern: "^(https?://[^/\\s]+)?$" },
  ]);
  const files = bankSettingNames(bank, "_CA_FILE").map((name): [string, JsonSchema] => [
    name,
    { $ref: "#/definitions/configMapKey" },
  ]);
  return closed(
    `Verifiers of ${bank}; default: the values of \`verifier\``,
    {
      ...likeVerifiers("properties", perBank),
      enabled: flag("Verifies receipts of this bank"),
      baseUrls: closed(
        "The bank's hosts: scheme, host and port. Its network policy opens these ports",
        Object.fromEntries(urls),
        [],
      ),
      caFiles: closed("Certificates to trust for a host, from a ConfigMap", Object.fromEntries(files), []),
      autoscaling: ref("bankAutoscaling", "Overrides `verifier.autoscaling`"),
      proxy: ref("bankProxy", "Overrides `verifier.proxy`"),
      canary: ref("secretKey", "A receipt to query when there are no other requests (services/verifier)"),
      settings: closed(
        "Overrides `verifier.settings`, and sets the bank's own settings",
        {
          ...likeVerifiers("properties/settings/properties", verifierOwnSettings),
          ...bankOwnSettings(bank),
        },
        [],
      ),
    },
    ["enabled", "baseUrls"],
  );
}

/** Defined once, under `verifier`. */
function likeVerifiers(where: string, schemas: Readonly<Record<string, JsonSchema>>) {
  const same = Object.keys(schemas).map((name): [string, JsonSchema] => [
    name,
    { $ref: `#/properties/verifier/${where}/${name}` },
  ]);
  return Object.fromEntries(same);
}
