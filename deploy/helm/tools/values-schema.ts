import { supportedBankCodes } from "@receipts/contracts";
import {
  dispatcherOwnSettings,
  gatewayOwnSettings,
  type JsonSchema,
  secretSettings,
  sharedSettings,
} from "./chart-settings.ts";
import { closed, definitions, flag, list, ref, text, texts, whole, workload } from "./schema-parts.ts";
import { bankDefinitions, bankSchema, verifierSchema } from "./verifier-schemas.ts";

/** `values.schema.json`: accepts only known names, and settings that the services read. */
export function valuesSchema(): JsonSchema {
  const sections = {
    nameOverride: text("Replaces the chart's name"),
    fullnameOverride: text("Replaces release and chart name as the prefix of every object's name"),
    commonLabels: texts("Labels of every object"),
    image: image(),
    settings: closed("Settings of more than one service", sharedSettings, [
      "KAFKA_BROKERS",
      "KAFKA_PARTITIONS",
      "SHUTDOWN_TIMEOUT_MS",
    ]),
    secrets: secrets(),
    insecureBackends: insecureBackends(),
    ...stores(),
    migration: migration(),
    admin: closed("A pod to run `npm run admin` in, as the schema's owner", {
      enabled: flag("Creates it; see `deploy/README.md`"),
      lifeSeconds: whole("Lifetime in seconds", 60, 86_400),
      resources: ref("resources", "Requests and limits"),
    }),
    erasure: closed("A daily job that erases the accounts that their holders closed 30 days ago", {
      enabled: flag("Creates it"),
      schedule: {
        type: "string",
        pattern: "^(@(hourly|daily|midnight|weekly|monthly|yearly|annually)|@every \\S+|\\S+(\\s+\\S+){4})$",
        description: "Its time, as in cron: five fields, or `@daily`",
      },
      deadlineSeconds: whole("Time limit of a run, in seconds", 60, 86_400),
      resources: ref("resources", "Requests and limits"),
    }),
    gateway: gateway(),
    dispatcher: closed("Webhook dispatcher", {
      ...process(),
      autoscaling: cpuAutoscaling(),
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
    extraObjects: list("Additional objects, as templates", {
      type: "object",
      required: ["apiVersion", "kind"],
    }),
  };
  // Helm passes `global` to a chart that is part of another.
  // An upgrade that reuses the values of an older chart has no `insecureBackends`; a check of the templates says what to do.
  const required = Object.keys(sections).filter((name) => name !== "insecureBackends");
  const all = { ...sections, global: { type: "object", description: "Not used" } };
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    ...closed("Values of the chart receipts. Written by `npm run chart`", all, required),
    definitions: { ...definitions, ...bankDefinitions },
  };
}

function image(): JsonSchema {
  return closed("Images, one for each service: `<registry>/<repository>-<service>:<tag>`", {
    registry: {
      type: "string",
      pattern: "^([^/].*[^/])?$",
      description: "Registry and folder, without a slash at the end",
    },
    repository: { type: "string", minLength: 1, description: "First part of every image's name" },
    tag: ref("imageTag", "Default: the chart's `appVersion`. A digest may follow: `0.1.0@sha256:…`"),
    pullPolicy: { enum: ["IfNotPresent", "Always", "Never"], description: "Pull policy" },
    pullSecrets: list("Names of existing pull secrets", { type: "string" }),
  });
}

function secrets(): JsonSchema {
  const each = secretSettings.map((name): [string, JsonSchema] => [
    name,
    ref(
      "secretKey",
      name === "DATABASE_URL"
        ? "URL of one role for all services; if `name` is empty, `database.urls` applies"
        : "Existing secret and its key; unused if `name` is empty",
    ),
  ]);
  return closed("References to existing secrets; the chart creates none", Object.fromEntries(each));
}

function insecureBackends(): JsonSchema {
  const description =
    "Backends that may be reached without TLS in production, because your network protects them: `postgres`, `kafka`, `redis`";
  return { ...list(description, { enum: ["postgres", "kafka", "redis"] }), uniqueItems: true };
}

function stores(): Readonly<Record<string, JsonSchema>> {
  const tls = closed("TLS to the brokers", {
    enabled: flag("Connects with TLS"),
    secretName: text("Existing secret with the files; if empty, the system's authorities"),
    caKey: text("Key of the authority's certificate"),
    certKey: text("Key of the client's certificate, if brokers require one"),
    privateKeyKey: text("Key of its private key"),
  });
  return {
    kafka: closed("Kafka", { tls }),
    redis: closed("Redis", { ca: ref("configMapKey", "Authority of Redis' certificate") }),
    database: closed("PostgreSQL", {
      urls: closed("Existing secrets with the URLs of the roles", {
        owner: ref("secretKey", "Schema's owner, for migrations"),
        gateway: ref("secretKey", "Gateway's role"),
        verifier: ref("secretKey", "Verifiers' role"),
        dispatcher: ref("secretKey", "Webhook dispatcher's role"),
      }),
      roles: closed(
        "Names of the roles. The migration grants the permissions that the services' statements need",
        {
          gateway: text("Gateway's role"),
          verifier: text("Verifiers' role"),
          dispatcher: text("Webhook dispatcher's role"),
        },
      ),
      ca: ref(
        "configMapKey",
        "Authority of PostgreSQL's certificate. The URL must refer to it: `?sslmode=verify-full&sslrootcert=/etc/receipts/files/database-ca.pem`",
      ),
    }),
  };
}

function process(): Readonly<Record<string, JsonSchema>> {
  return {
    replicas: whole("Number of pods", 0, 1_000),
    imageTag: ref("imageTag", "Tag of the image; default: `image.tag`"),
    preStopSeconds: whole("Seconds before SIGTERM, in which load balancers remove the pod", 0, 300),
    resources: ref(
      "resources",
      "Requests and limits; the heap is three quarters of the memory limit, in a gateway without 1720Mi for reading statements and pictures",
    ),
    ...workload,
  };
}

function migration(): JsonSchema {
  return closed("Migration of schema and topics, before every install and upgrade", {
    enabled: flag("Runs the hook; if false, run `npm run migrate` and `npm run topics` yourself"),
    imageTag: ref("imageTag", "Tag of the gateway's image, which has both commands"),
    databaseUrl: ref(
      "secretKey",
      "URL of the schema's owner; if `name` is empty, `database.urls.owner` or the one role for all",
    ),
    appRole: text(
      "One role for all services, which gets their permissions (`APP_DATABASE_ROLE`); if empty, `database.roles`",
    ),
    deadlineSeconds: whole("Time limit of both", 30, 86_400),
    resources: ref("resources", "Requests and limits"),
  });
}

function cpuAutoscaling(): JsonSchema {
  return closed("HorizontalPodAutoscaler", {
    enabled: flag("Lets the autoscaler set the number of pods"),
    minReplicas: whole("Minimum number of pods", 1, 1_000),
    maxReplicas: whole("Maximum number of pods", 1, 1_000),
    cpuUtilization: whole("Target use of the requested CPU, in percent", 1, 1_000),
  });
}

function gateway(): JsonSchema {
  return closed("Gateway", {
    ...process(),
    autoscaling: cpuAutoscaling(),
    service: closed("Service", {
      type: { enum: ["ClusterIP", "NodePort", "LoadBalancer"], description: "Type of the service" },
      port: whole("Port of the service", 1, 65_535),
      annotations: texts("Annotations of the service"),
    }),
    ingress: closed("Ingress", {
      enabled: flag("Creates an ingress"),
      className: text("Ingress class"),
      annotations: texts("Annotations of the ingress"),
      hosts: list("Host names", { type: "string", minLength: 1 }),
      tlsSecret: text("Existing secret with the certificate"),
    }),
    httpRoute: closed("HTTPRoute of the Gateway API, in place of an ingress", {
      enabled: flag("Creates an HTTPRoute"),
      annotations: texts("Annotations of the route"),
      parentRefs: list("Gateways that it belongs to", {
        type: "object",
        required: ["name"],
        additionalProperties: { type: ["string", "integer"] },
      }),
      hostnames: list("Host names; if empty, those of the gateway", { type: "string", minLength: 1 }),
    }),
    settings: closed("Settings of the gateway", gatewayOwnSettings, []),
  });
}

function pod(): JsonSchema {
  return closed("All pods", {
    labels: texts("Labels"),
    annotations: texts("Annotations"),
    runAsUser: whole("User id; that of the image, never 0", 1, 4_294_967_295),
    runAsGroup: whole("Group id", 1, 4_294_967_295),
    priorityClassName: text("Priority class"),
    nodeSelector: texts("Node selector"),
    tolerations: ref("tolerations", "Tolerations"),
    topologyKeys: list("Topology keys over which a component's pods are spread if possible", {
      type: "string",
    }),
    graceMarginSeconds: whole(
      "`terminationGracePeriodSeconds` is the sum of `preStopSeconds`, `SHUTDOWN_TIMEOUT_MS` and this",
      1,
      600,
    ),
  });
}

function networkPolicy(): JsonSchema {
  const store = (name: string) => ref("store", `Peers and ports of ${name}`);
  return closed("Network policies: they allow only the traffic listed here", {
    enabled: flag("Creates the policies"),
    namespaceWide: flag("Denies traffic of every pod in the namespace, not only of this release"),
    dns: closed("DNS", { to: ref("peers", "Peers; port 53") }),
    postgresql: store("PostgreSQL"),
    kafka: store("Kafka"),
    redis: store("Redis"),
    gateway: closed("Gateway", {
      from: ref("peers", "Allowed callers; if empty, all"),
      testWebhooks: flag("Allows the internet, for `POST /api/verify/test-webhook`"),
    }),
    mail: closed("Mail server; used with `secrets.SMTP_URL`", {
      to: ref("peers", "Peers; if empty, the internet"),
      ports: ref("ports", "Ports of the mail server"),
    }),
    telegram: closed("Telegram's Bot API; used with `secrets.TELEGRAM_BOT_TOKEN`", {
      to: ref("peers", "Peers; if empty, the internet"),
      ports: ref("ports", "Ports of the Bot API"),
    }),
    metrics: closed("Metrics", { from: ref("peers", "Allowed scrapers") }),
    webhookPorts: ref("ports", "Allowed ports of webhooks; if empty, all, as in the API"),
    neverReached: closed(
      "Address blocks closed to webhooks and bank requests; add your cluster's public addresses",
      {
        ipv4: ref("cidrs", "IPv4"),
        ipv6: ref("cidrs", "IPv6, within 2000::/3"),
      },
    ),
    cilium: closed("Policies for banks by host name; requires Cilium", {
      enabled: flag("Uses CiliumNetworkPolicies instead of opening the banks' ports to the whole internet"),
      dnsEndpoints: list("DNS endpoints", { $ref: "#/definitions/labelSelector" }),
    }),
  });
}

function monitoring(): JsonSchema {
  return closed("Monitoring; requires the operators' CRDs, except for dashboards", {
    labels: texts("Labels by which your Prometheus selects monitors and rules"),
    serviceMonitors: closed("ServiceMonitors, one for each service", {
      enabled: flag("Creates ServiceMonitors"),
      interval: text("Scrape interval"),
      scrapeTimeout: text("Time limit of a scrape"),
    }),
    podMonitors: closed("PodMonitors, in place of ServiceMonitors, with the same times", {
      enabled: flag("Creates PodMonitors"),
    }),
    rules: closed("PrometheusRules, from files/rules", {
      enabled: flag("Creates PrometheusRules"),
      disabled: list("Names of alerts to leave out", { type: "string", minLength: 1 }),
      runbookBaseUrl: text("Start of the alerts' links to their pages, with a slash at its end"),
    }),
    dashboards: closed("Grafana dashboards as ConfigMaps, from files/dashboards", {
      enabled: flag("Creates the ConfigMaps"),
      labels: texts("Labels by which Grafana's sidecar finds them"),
      annotations: texts("Annotations, such as the folder"),
    }),
  });
}
