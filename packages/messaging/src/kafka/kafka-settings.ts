import { readFileSync } from "node:fs";
import {
  booleanSetting,
  ConfigurationError,
  integerSetting,
  type Secret,
  secretSetting,
} from "@receipts/service-kit";
import { z } from "zod";

const fileSetting = (description: string) => z.string().optional().describe(description);

/** Settings of every process that talks to Kafka. */
export const kafkaSettings = {
  KAFKA_BROKERS: z
    .string()
    .regex(/^[^\s,:]+:\d{1,5}(?:,[^\s,:]+:\d{1,5})*$/, "must be host:port, separated by commas")
    .transform((text) => text.split(","))
    .describe("Brokers to start from: host:port, separated by commas"),
  KAFKA_TOPIC_PREFIX: z
    .string()
    .regex(/^[\w.-]{0,64}$/, "must be letters, digits, `.`, `_` and `-`")
    .default("")
    .describe("Goes before every topic and group: two installations on one cluster must differ in it"),
  KAFKA_CLIENT_ID: z
    .string()
    .default("receipts")
    .describe("Name of this client in the broker's logs and quotas"),
  KAFKA_TLS: booleanSetting(false, "Connect by TLS; the broker's certificate is always checked"),
  KAFKA_TLS_CA_FILE: fileSetting("PEM file of the authority that signed the brokers' certificates"),
  KAFKA_TLS_CERT_FILE: fileSetting("PEM file of this client's certificate, where the brokers ask for one"),
  KAFKA_TLS_KEY_FILE: fileSetting("PEM file of the key to KAFKA_TLS_CERT_FILE"),
  KAFKA_SASL_MECHANISM: z
    .enum(["plain", "scram-sha-256", "scram-sha-512"])
    .optional()
    .describe("How to log in; not at all unless set"),
  KAFKA_SASL_USERNAME: z.string().optional().describe("User name of the login"),
  KAFKA_SASL_PASSWORD: secretSetting("").optional().describe("Password of the login"),
};

const copiesSetting = (description: string) =>
  z
    .string()
    .regex(/^(?:[1-9]|10)$/, "must be a whole number from 1 to 10")
    .transform(Number)
    .optional()
    .describe(description);

/** Settings of `npm run topics`; a service warns at start when a topic promises less. */
export const kafkaTopicSettings = {
  KAFKA_REPLICATION_FACTOR: copiesSetting("Copies of each partition; 3 in production and else 1 unless set"),
  KAFKA_MIN_INSYNC_REPLICAS: copiesSetting(
    "Copies that must have a message before it counts as taken; 2 in production and else 1 unless set",
  ),
  KAFKA_PARTITIONS: integerSetting(
    { min: 1, max: 1_000, default: 6 },
    "Partitions of each topic: the most processes that share one bank's work. May grow, cannot shrink",
  ),
  KAFKA_RETENTION_MS: integerSetting(
    { min: 3_600_000, max: 31_536_000_000, default: 604_800_000 },
    "How long a message is kept, read or not",
  ),
  KAFKA_DEAD_LETTER_RETENTION_MS: integerSetting(
    { min: 3_600_000, max: 31_536_000_000, default: 2_592_000_000 },
    "How long a dead letter is kept",
  ),
};

export type KafkaConfig = z.output<z.ZodObject<typeof kafkaSettings>>;
export type KafkaTopicConfig = z.output<z.ZodObject<typeof kafkaTopicSettings>>;

export interface KafkaTls {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

export interface KafkaLogin {
  readonly mechanism: "plain" | "scram-sha-256" | "scram-sha-512";
  readonly username: string;
  readonly password: Secret;
}

/** Where the cluster is, and who we are there. */
export interface KafkaConnection {
  readonly brokers: readonly string[];
  readonly clientId: string;
  readonly tls: KafkaTls | undefined;
  readonly login: KafkaLogin | undefined;
}

/** Throws ConfigurationError for settings that do not fit together, or files that cannot be read. */
export function kafkaConnection(config: KafkaConfig): KafkaConnection {
  return {
    brokers: config.KAFKA_BROKERS,
    clientId: config.KAFKA_CLIENT_ID,
    tls: tlsOf(config),
    login: loginOf(config),
  };
}

function tlsOf(config: KafkaConfig): KafkaTls | undefined {
  const files = {
    ca: "KAFKA_TLS_CA_FILE",
    cert: "KAFKA_TLS_CERT_FILE",
    key: "KAFKA_TLS_KEY_FILE",
  } as const;
  if (!config.KAFKA_TLS) {
    const useless = Object.values(files).find((name) => config[name] !== undefined);
    if (useless !== undefined) throw new ConfigurationError([`${useless}: has no meaning without KAFKA_TLS`]);
    return undefined;
  }
  if ((config.KAFKA_TLS_CERT_FILE === undefined) !== (config.KAFKA_TLS_KEY_FILE === undefined)) {
    throw new ConfigurationError(["KAFKA_TLS_CERT_FILE, KAFKA_TLS_KEY_FILE: one needs the other"]);
  }
  return Object.fromEntries(
    Object.entries(files).flatMap(([field, name]) => {
      const file = config[name];
      return file === undefined ? [] : [[field, readPem(name, file)]];
    }),
  );
}

function readPem(name: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new ConfigurationError([`${name}: the file cannot be read`]);
  }
}

function loginOf(config: KafkaConfig): KafkaLogin | undefined {
  const { KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD } = config;
  if (KAFKA_SASL_MECHANISM === undefined) return undefined;
  if (KAFKA_SASL_USERNAME === undefined || KAFKA_SASL_PASSWORD === undefined) {
    throw new ConfigurationError([
      "KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD: needed by KAFKA_SASL_MECHANISM",
    ]);
  }
  return { mechanism: KAFKA_SASL_MECHANISM, username: KAFKA_SASL_USERNAME, password: KAFKA_SASL_PASSWORD };
}
