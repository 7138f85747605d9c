import type { JsonSchema } from "./chart-settings.ts";

/** An object with these properties only, some of them required. */
export function closed(
  description: string,
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema {
  return { type: "object", description, additionalProperties: false, required: [...required], properties };
}

export const text = (description: string): JsonSchema => ({ type: "string", description });
export const flag = (description: string): JsonSchema => ({ type: "boolean", description });
export const whole = (description: string, minimum: number, maximum: number): JsonSchema => ({
  type: "integer",
  minimum,
  maximum,
  description,
});
export const list = (description: string, items: JsonSchema): JsonSchema => ({
  type: "array",
  description,
  items,
});
/** A definition below, with its own description at each use. */
export const ref = (name: string, description: string): JsonSchema => ({
  description,
  allOf: [{ $ref: `#/definitions/${name}` }],
});
export const texts = (description: string): JsonSchema => ({
  type: "object",
  description,
  additionalProperties: { type: "string" },
});

/** An object of Kubernetes' own, which its API server checks. */
const kubernetes = { type: "object", additionalProperties: true };
/** The same for every process, also in `banks.<bank>`. */
export const workload: Readonly<Record<string, JsonSchema>> = {
  pdb: ref("pdb", "Disruption budget: how many pods may be missing while nodes are drained; if empty, one"),
  nodeSelector: texts("Node selector, besides `pod.nodeSelector`"),
  affinity: {
    ...kubernetes,
    description: "Affinity, as in a pod; if empty, pods of one component prefer different nodes",
  },
  extraEnv: list("Further environment variables, as in a container", {
    ...kubernetes,
    required: ["name"],
  }),
  extraVolumes: list("Further volumes, as in a pod", { ...kubernetes, required: ["name"] }),
  extraVolumeMounts: list("Their mounts, as in a container", {
    ...kubernetes,
    required: ["name", "mountPath"],
  }),
};

const cpu = { type: ["string", "number"], pattern: "^[0-9]+(\\.[0-9]+)?m?$" };
const memory = { type: ["string", "integer"], pattern: "^[0-9]+(\\.[0-9]+)?(k|Ki|M|Mi|G|Gi)?$" };
const quantities = { cpu, memory, "ephemeral-storage": memory };
const port = { type: "integer", minimum: 1, maximum: 65_535 };
const cidr = { type: "string", pattern: "^[0-9a-fA-F.:]+/[0-9]{1,3}$" };
const optional = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: "object",
  additionalProperties: false,
  properties,
});
const labelSelector = optional({
  matchLabels: { type: "object", additionalProperties: { type: "string" } },
  matchExpressions: {
    type: "array",
    items: {
      ...optional({
        key: { type: "string" },
        operator: { enum: ["In", "NotIn", "Exists", "DoesNotExist"] },
        values: { type: "array", items: { type: "string" } },
      }),
      required: ["key", "operator"],
    },
  },
});

/** Shapes of Kubernetes that values use, and our own repeated ones. */
export const definitions: Readonly<Record<string, JsonSchema>> = {
  resources: {
    ...optional({
      requests: { ...optional(quantities), required: ["cpu", "memory"] },
      limits: { ...optional(quantities), required: ["memory"] },
    }),
    required: ["requests", "limits"],
  },
  secretKey: {
    ...optional({ name: { type: "string" }, key: { type: "string", minLength: 1 } }),
    required: ["name", "key"],
  },
  configMapKey: {
    ...optional({ configMap: { type: "string" }, key: { type: "string", minLength: 1 } }),
    required: ["configMap", "key"],
  },
  imageTag: { type: "string", pattern: "^[A-Za-z0-9_.@:-]{0,200}$", not: { const: "latest" } },
  labelSelector,
  pdb: {
    ...optional({
      maxUnavailable: { type: ["integer", "string"] },
      minAvailable: { type: ["integer", "string"] },
    }),
    maxProperties: 1,
  },
  peers: {
    type: "array",
    items: {
      ...optional({
        podSelector: labelSelector,
        namespaceSelector: labelSelector,
        ipBlock: {
          ...optional({ cidr, except: { type: "array", items: cidr } }),
          required: ["cidr"],
        },
      }),
      minProperties: 1,
    },
  },
  ports: { type: "array", items: port },
  store: {
    ...optional({
      to: { allOf: [{ $ref: "#/definitions/peers" }], minItems: 1 },
      ports: { type: "array", items: port, minItems: 1 },
    }),
    required: ["to", "ports"],
  },
  cidrs: { type: "array", items: cidr },
  tolerations: {
    type: "array",
    items: optional({
      key: { type: "string" },
      operator: { enum: ["Exists", "Equal"] },
      value: { type: "string" },
      effect: { enum: ["NoSchedule", "PreferNoSchedule", "NoExecute"] },
      tolerationSeconds: { type: "integer" },
    }),
  },
  egressRules: {
    type: "array",
    items: optional({
      to: { $ref: "#/definitions/peers" },
      ports: {
        type: "array",
        items: optional({
          protocol: { enum: ["TCP", "UDP", "SCTP"] },
          port: { type: ["integer", "string"] },
          endPort: port,
        }),
      },
    }),
  },
};
