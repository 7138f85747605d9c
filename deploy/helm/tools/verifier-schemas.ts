import type { SupportedBankCode } from "@receipts/contracts";
import { bankOwnSettings, bankSettingNames, type JsonSchema, verifierOwnSettings } from "./chart-settings.ts";
import { closed, flag, ref, text, whole } from "./schema-parts.ts";

const autoscalingKinds = {
  enum: ["none", "hpa", "keda"],
  description:
    "What sets the pods: nothing, a HorizontalPodAutoscaler on the metric of the lag, or KEDA, which asks Kafka itself. One of them: two would undo each other's work",
};

const keda = {
  pollingInterval: whole("Seconds between two looks at Kafka", 1, 600),
  kafkaVersion: {
    type: "string",
    pattern: "^[0-9]+\\.[0-9]+\\.[0-9]+$",
    description: "Version of Kafka's protocol that KEDA speaks",
  },
};
const hpa = {
  metricName: text(
    "External metric of unfinished messages, with the labels `topic` and `group`; an adapter serves it from `kafka_consumer_lag`",
  ),
};
const autoscaling = {
  kind: autoscalingKinds,
  minReplicas: whole("Fewest pods; never 0: nobody would join the group", 1, 1_000),
  maxReplicas: whole("Most pods; at most `partitions`", 1, 1_000),
  lagPerPlace: whole(
    "Unfinished messages for each place of a pod (`concurrency`) before one more pod comes",
    1,
    10_000,
  ),
  scaleUpAfterSeconds: whole(
    "How long demand must have been higher before a pod comes: what piles up for a moment is none",
    0,
    3_600,
  ),
  scaleDownAfterSeconds: whole("How long demand must have been lower before a pod goes", 0, 3_600),
  keda: closed("With `kind: keda`", keda),
  hpa: closed("With `kind: hpa`", hpa),
};
const proxy = {
  url: text(
    "Relays that the bank is asked through, `http://host:port`, separated by commas (deploy/relays.md)",
  ),
  secret: ref("secretKey", "The same where they have passwords, from an existing secret"),
  port: whole("Port of the relays in the secret, for the network policy", 1, 65_535),
  ports: ref("ports", "Their ports, where they are not all `port`"),
  to: ref(
    "peers",
    "Where the relays are, for the network policy: the verifier then reaches no bank but through them",
  ),
};

/** What `verifier` sets for all banks and `banks.<bank>` for one. */
const perBank = {
  paused: flag("No pod runs; what is submitted waits for its deadline, and is refunded then"),
  replicas: whole("Pods, unless an autoscaler sets them; at most `partitions`", 0, 1_000),
  concurrency: whole("Receipts in work in one pod at the same time (`VERIFIER_CONCURRENCY`)", 1, 1_000),
  partitions: whole(
    "Partitions of the bank's topic; 0 means `settings.KAFKA_PARTITIONS`. Only for a topic that was grown beyond that",
    0,
    1_000,
  ),
  imageTag: ref("imageTag", "Tag of the image; `image.tag` unless set"),
  preStopSeconds: whole(
    "Seconds before SIGTERM; a consumer leaves its group by itself and needs none",
    0,
    300,
  ),
  resources: ref(
    "resources",
    "Requests and limits; 256Mi of the memory limit are for reading PDFs, and the heap is three quarters of the rest",
  ),
  extraEgress: ref("egressRules", "More rules for the verifier's network policy"),
};

export function verifierSchema(): JsonSchema {
  return closed("Verifiers of all banks", {
    ...perBank,
    autoscaling: closed("How the pods of a bank follow its demand", autoscaling),
    proxy: closed("Egress proxy", proxy),
    settings: closed("Settings of verifiers", verifierOwnSettings, []),
  });
}

/** Written once: every bank uses them. */
export const bankDefinitions: Readonly<Record<string, JsonSchema>> = {
  bankAutoscaling: closed(
    "Over `verifier.autoscaling`",
    {
      ...autoscaling,
      keda: closed("With `kind: keda`", keda, []),
      hpa: closed("With `kind: hpa`", hpa, []),
    },
    [],
  ),
  bankProxy: closed(
    "Over `verifier.proxy`",
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
    `Verifiers of ${bank}; whatever is not set is as \`verifier\` has it`,
    {
      ...likeVerifiers("properties", perBank),
      enabled: flag("Whether the bank is asked at all"),
      baseUrls: closed(
        "The bank's hosts: scheme, host and port. Its network policy opens these ports",
        Object.fromEntries(urls),
        [],
      ),
      caFiles: closed("Certificates to trust for a host, from a ConfigMap", Object.fromEntries(files), []),
      autoscaling: ref("bankAutoscaling", "Over `verifier.autoscaling`"),
      proxy: ref("bankProxy", "Over `verifier.proxy`"),
      canary: ref("secretKey", "A receipt that the bank is asked for when nobody asks (services/verifier)"),
      settings: closed(
        "Over `verifier.settings`, and the bank's own",
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

/** Written out once, under `verifier`. */
function likeVerifiers(where: string, schemas: Readonly<Record<string, JsonSchema>>) {
  const same = Object.keys(schemas).map((name): [string, JsonSchema] => [
    name,
    { $ref: `#/properties/verifier/${where}/${name}` },
  ]);
  return Object.fromEntries(same);
}
