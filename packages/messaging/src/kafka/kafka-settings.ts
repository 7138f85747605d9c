import { readFileSync } from "node:fs";
import {
  booleanSetting,
  ConfigurationError,
  insecureBackendFault,
  integerSetting,
  type Secret,
  secretSetting,
  secureBackendsSetting,
} from "@receipts/service-kit";
import { z } from "zod";

const fileSetting = (description: string) => z.string().optional().describe(description);

/** Settings of every process that uses Kafka. */
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
    .describe("Prefix of every topic and group; must differ between installations on one cluster"),
  KAFKA_CLIENT_ID: z
    .string()
    .default("receipts")
    .describe("Name of this client in the broker's logs and quotas"),
  KAFKA_TLS: booleanSetting(false, "Connect with TLS; the broker's certificate is always checked"),
  KAFKA_TLS_CA_FILE: fileSetting("PEM file of the authority that signed the brokers' certificates"),
  KAFKA_TLS_CERT_FILE: fileSetting("PEM file of this client's certificate, if the brokers require one"),
  KAFKA_TLS_KEY_FILE: fileSetting("PEM file of the private key of KAFKA_TLS_CERT_FILE"),
  KAFKA_SASL_MECHANISM: z
    .enum(["plain", "scram-sha-256", "scram-sha-512"])
    .optional()
    .describe("Login mechanism; no login if unset"),
  KAFKA_SASL_USERNAME: z.string().optional().describe("User name of the login"),
  KAFKA_SASL_PASSWORD: secretSetting("").optional().describe("Password of the login"),
  SECURE_BACKENDS: secureBackendsSetting,
};

const copiesSetting = (description: string) =>
  z
    .string()
    .regex(/^(?:[1-9]|10)$/, "must be a whole number from 1 to 10")
    .transform(Number)
    .optional()
    .describe(description);

/** Settings of `npm run topics`; a service logs a warning at start if a topic falls short of them. */
export const kafkaTopicSettings = {
  KAFKA_REPLICATION_FACTOR: copiesSetting("Copies of each partition; if unset, 3 in production, else 1"),
  KAFKA_MIN_INSYNC_REPLICAS: copiesSetting(
    "Copies that must store a message before it is acknowledged; if unset, 2 in production, else 1",
  ),
  KAFKA_PARTITIONS: integerSetting(
    { min: 1, max: 1_000, default: 6 },
    "Partitions of each topic: the maximum of processes that share one bank's work. Can grow, not shrink",
  ),
  KAFKA_RETENTION_MS: integerSetting(
    { min: 3_600_000, max: 31_536_000_000, default: 604_800_000 },
    "How long a message is retained, read or not",
  ),
  KAFKA_DEAD_LETTER_RETENTION_MS: integerSetting(
    { min: 3_600_000, max: 31_536_000_000, default: 2_592_000_000 },
    "How long a dead letter is retained",
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

/** Addresses of the cluster and our credentials. */
export interface KafkaConnection {
  readonly brokers: readonly string[];
  readonly clientId: string;
  readonly tls: KafkaTls | undefined;
  readonly login: KafkaLogin | undefined;
}

/** Throws `ConfigurationError` for settings that are inconsistent or too weak, and for unreadable files. */
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
    if (useless !== undefined) throw new ConfigurationError([`${useless}: needs KAFKA_TLS=true`]);
    if (config.SECURE_BACKENDS.includes("kafka"))
      throw new ConfigurationError([insecureBackendFault("kafka", "KAFKA_TLS", "be true")]);
    return undefined;
  }
  if ((config.KAFKA_TLS_CERT_FILE === undefined) !== (config.KAFKA_TLS_KEY_FILE === undefined)) {
    throw new ConfigurationError(["KAFKA_TLS_CERT_FILE, KAFKA_TLS_KEY_FILE: set both or neither"]);
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
      "KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD: required with KAFKA_SASL_MECHANISM",
    ]);
  }
  return { mechanism: KAFKA_SASL_MECHANISM, username: KAFKA_SASL_USERNAME, password: KAFKA_SASL_PASSWORD };
}
