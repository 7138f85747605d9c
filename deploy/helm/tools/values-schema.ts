import { supportedBankCodes } from "@receipts/contracts";
import {
  dispatcherOwnSettings,
  gatewayOwnSettings,
  type JsonSchema,
  secretSettings,
  sharedSettings,
} from "./chart-settings.ts";
import { closed, definitions, flag, list, ref, text, texts, whole } from "./schema-parts.ts";
import { bankDefinitions, bankSchema, verifierSchema } from "./verifier-schemas.ts";

/** `values.schema.json`: every name is known, every setting is one that the services read. */
export function valuesSchema(): JsonSchema {
  const sections = {
    nameOverride: text("In place of the chart's name"),
    fullnameOverride: text("In place of release and chart name, before every object's name"),
    commonLabels: texts("Labels of every object"),
    image: image(),
    settings: closed("Settings that more than one service knows", sharedSettings, [
      "KAFKA_BROKERS",
      "KAFKA_PARTITIONS",
      "SHUTDOWN_TIMEOUT_MS",
    ]),
    secrets: secrets(),
    ...stores(),
    migration: migration(),
    admin: closed("A pod to run `npm run admin` in, as the schema's owner", {
      enabled: flag("Whether there is one; see `deploy/README.md`"),
      lifeSeconds: whole("After so long it ends by itself", 60, 86_400),
      resources: ref("resources", "Requests and limits"),
    }),
    gateway: gateway(),
    dispatcher: closed("Webhook dispatcher", {
      ...process(),
      settings: closed("Settings of the webhook dispatcher", dispatcherOwnSettings, []),
    }),
    verifier: verifierSchema(),
    banks: closed(
      "Banks",
      Object.fromEntries(supportedBankCodes.map((bank) => [bank, bankSchema(bank)])),
      [],
    ),
    pod: pod(),
    serviceAccounts: closed("Service accounts, one for each component, none with a token", {
      annotations: texts("Annotations of every service account"),
    }),
    networkPolicy: networkPolicy(),
    monitoring: monitoring(),
    extraObjects: list("More objects, as templates", {
      type: "object",
      required: ["apiVersion", "kind"],
    }),
  };
  // Helm hands `global` to a chart that is part of another.
  const all = { ...sections, global: { type: "object", description: "Not used" } };
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    ...closed("Values of the chart receipts. Written by `npm run chart`", all, Object.keys(sections)),
    definitions: { ...definitions, ...bankDefinitions },
  };
}

function image(): JsonSchema {
  return closed("Images, one for each service: `<registry>/<repository>-<service>:<tag>`", {
    registry: text("Registry and folder, without a slash at the end"),
    repository: { type: "string", minLength: 1, description: "First part of every image's name" },
    tag: ref("imageTag", "The chart's `appVersion` unless set; a digest may follow: `0.1.0@sha256:…`"),
    pullPolicy: { enum: ["IfNotPresent", "Always", "Never"], description: "When nodes pull" },
    pullSecrets: list("Names of existing pull secrets", { type: "string" }),
  });
}

function secrets(): JsonSchema {
  const each = secretSettings.map((name): [string, JsonSchema] => [
    name,
    ref(
      "secretKey",
      name === "DATABASE_URL"
        ? "One role for all services, where each has none of its own: its URL; `database.urls` while `name` is empty"
        : "Existing secret, and its key; not used while `name` is empty",
    ),
  ]);
  return closed("Existing secrets by reference; the chart makes none", Object.fromEntries(each));
}

function stores(): Readonly<Record<string, JsonSchema>> {
  const tls = closed("TLS towards the brokers", {
    enabled: flag("Connect by TLS"),
    secretName: text("Existing secret with the files; the system's authorities without"),
    caKey: text("Key of the authority's certificate"),
    certKey: text("Key of the client's certificate, where brokers ask for one"),
    privateKeyKey: text("Key of its private key"),
  });
  return {
    kafka: closed("Kafka", { tls }),
    redis: closed("Redis", { ca: ref("configMapKey", "Authority of Redis' certificate") }),
    database: closed("PostgreSQL", {
      urls: closed("Existing secrets with the URLs of the roles", {
        owner: ref("secretKey", "Of the schema's owner, who migrates"),
        gateway: ref("secretKey", "Of the gateway's role"),
        verifier: ref("secretKey", "Of the verifiers' role"),
        dispatcher: ref("secretKey", "Of the webhook dispatcher's role"),
      }),
      roles: closed("Names of the roles, to which the migration grants what the services' statements need", {
        gateway: text("The gateway's"),
        verifier: text("The verifiers'"),
        dispatcher: text("The webhook dispatcher's"),
      }),
      ca: ref(
        "configMapKey",
        "Authority of PostgreSQL's certificate; the URL names it: `?sslmode=verify-full&sslrootcert=/etc/receipts/files/database-ca.pem`",
      ),
    }),
  };
}

function process(): Readonly<Record<string, JsonSchema>> {
  return {
    replicas: whole("Pods", 0, 1_000),
    imageTag: ref("imageTag", "Tag of the image; `image.tag` unless set"),
    preStopSeconds: whole("Seconds before SIGTERM, in which balancers learn that the pod is going", 0, 300),
    resources: ref("resources", "Requests and limits; the heap is three quarters of the memory limit"),
  };
}

function migration(): JsonSchema {
  return closed("Schema and topics, before every install and upgrade", {
    enabled: flag("Whether the hook runs; else `npm run migrate` and `npm run topics` are yours to run"),
    imageTag: ref("imageTag", "Tag of the gateway's image, which has both commands"),
    databaseUrl: ref(
      "secretKey",
      "URL of the schema's owner; `database.urls.owner` while `name` is empty, or the one role for all",
    ),
    appRole: text(
      "One role for all services, which is granted what they need (`APP_DATABASE_ROLE`); `database.roles` while it is empty",
    ),
    deadlineSeconds: whole("How long both may take", 30, 86_400),
    resources: ref("resources", "Requests and limits"),
  });
}

function gateway(): JsonSchema {
  return closed("Gateway", {
    ...process(),
    autoscaling: closed("HorizontalPodAutoscaler", {
      enabled: flag("Whether it sets the pods"),
      minReplicas: whole("Fewest pods", 1, 1_000),
      maxReplicas: whole("Most pods", 1, 1_000),
      cpuUtilization: whole("Percent of the requested CPU that is aimed at", 1, 1_000),
    }),
    service: closed("Service", {
      type: { enum: ["ClusterIP", "NodePort", "LoadBalancer"], description: "Its type" },
      port: whole("Its port", 1, 65_535),
      annotations: texts("Its annotations"),
    }),
    ingress: closed("Ingress", {
      enabled: flag("Whether there is one"),
      className: text("Its class"),
      annotations: texts("Its annotations"),
      hosts: list("Its host names", { type: "string", minLength: 1 }),
      tlsSecret: text("Existing secret with the certificate"),
    }),
    settings: closed("Settings of the gateway", gatewayOwnSettings, []),
  });
}

function pod(): JsonSchema {
  return closed("All pods", {
    labels: texts("Labels"),
    annotations: texts("Annotations"),
    runAsUser: whole("User; the image's, never 0", 1, 4_294_967_295),
    runAsGroup: whole("Group", 1, 4_294_967_295),
    priorityClassName: text("Priority class"),
    nodeSelector: texts("Node selector"),
    tolerations: ref("tolerations", "Tolerations"),
    topologyKeys: list("Pods of a component are spread over these, as far as that goes", { type: "string" }),
    graceMarginSeconds: whole(
      "`terminationGracePeriodSeconds` is `preStopSeconds`, `SHUTDOWN_TIMEOUT_MS` and this",
      1,
      600,
    ),
  });
}

function networkPolicy(): JsonSchema {
  const store = (name: string) => ref("store", `Where ${name} is, and its ports`);
  return closed("Network policies: nothing goes in or out but what is named here", {
    enabled: flag("Whether there are any"),
    namespaceWide: flag("Deny for every pod of the namespace, not for this release's alone"),
    dns: closed("Where names are asked for", { to: ref("peers", "Peers; port 53") }),
    postgresql: store("PostgreSQL"),
    kafka: store("Kafka"),
    redis: store("Redis"),
    gateway: closed("Gateway", {
      from: ref("peers", "Who may call it; anybody when empty"),
      testWebhooks: flag("Whether it reaches the internet, for `POST /api/verify/test-webhook`"),
    }),
    mail: closed("Mail server; used where `secrets.SMTP_URL` is", {
      to: ref("peers", "Where it is; the internet when empty"),
      ports: ref("ports", "Its ports"),
    }),
    metrics: closed("Metrics", { from: ref("peers", "Who may scrape") }),
    webhookPorts: ref("ports", "Ports that webhooks may go to; every one when empty, as the API allows"),
    neverReached: closed(
      "Blocks that neither webhooks nor bank requests go to; add your cluster's public addresses",
      {
        ipv4: ref("cidrs", "IPv4"),
        ipv6: ref("cidrs", "IPv6, within 2000::/3"),
      },
    ),
    cilium: closed("Banks by name, where Cilium is the network", {
      enabled: flag("CiliumNetworkPolicies in place of the banks' ports on the whole internet"),
      dnsEndpoints: list("Endpoints of DNS", { $ref: "#/definitions/labelSelector" }),
    }),
  });
}

function monitoring(): JsonSchema {
  return closed("Monitoring; needs the operators' CRDs, dashboards excepted", {
    labels: texts("Labels that your Prometheus selects monitors and rules by"),
    serviceMonitors: closed("ServiceMonitors, one for each service", {
      enabled: flag("Whether there are any"),
      interval: text("How often metrics are read"),
      scrapeTimeout: text("How long reading may take"),
    }),
    rules: closed("PrometheusRules, from files/rules", {
      enabled: flag("Whether there are any"),
    }),
    dashboards: closed("Grafana dashboards as ConfigMaps, from files/dashboards", {
      enabled: flag("Whether there are any"),
      labels: texts("Labels that Grafana's sidecar looks for"),
      annotations: texts("Annotations, such as the folder"),
    }),
  });
}
