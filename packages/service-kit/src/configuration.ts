import { BlockList, isIP } from "node:net";
import { inspect } from "node:util";
import { validationMessage } from "@receipts/contracts";
import { z } from "zod";
import { secureBackendsSetting } from "./secure-backends.ts";
import { readSettingText } from "./setting-text.ts";

/** Thrown once, at start, with all errors listed. */
export class ConfigurationError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(["Bad configuration:", ...faults.map((fault) => `  ${fault}`)].join("\n"));
    this.name = new.target.name;
    this.faults = faults;
  }
}

/** A value that prints as `[secret]` in logs and JSON; only `reveal()` returns it. */
export interface Secret {
  reveal(): string;
}

export function secret(text: string): Secret {
  const hidden = () => "[secret]";
  const printsAsHidden = {
    toJSON: hidden,
    toString: hidden,
    [Symbol.for("nodejs.util.inspect.custom")]: hidden,
  };
  return Object.freeze({ reveal: () => text, ...printsAsHidden });
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings of a schema, each from its variable or from the file that `<NAME>_FILE` names. An empty variable
 * counts as not set. Called once, in `main.ts`. Throws `ConfigurationError`, which names each variable and never
 * repeats a value.
 */
export function readConfiguration<T extends z.ZodRawShape>(
  shape: T,
  env: Environment,
): Readonly<z.output<z.ZodObject<T>>> {
  const texts = Object.keys(shape).map((name) => ({ name, ...readSettingText(name, env) }));
  const given = texts.flatMap((text) => (text.kind === "given" ? [[text.name, text.text] as const] : []));
  const unreadable = new Map(
    texts.flatMap((text) => (text.kind === "fault" ? [[text.name, text.fault] as const] : [])),
  );
  const parsed = z.object(shape).safeParse(Object.fromEntries(given), { error: validationMessage });
  if (parsed.success && unreadable.size === 0) return parsed.data;
  const named = new Set(given.map(([name]) => name));
  const faults = (parsed.error?.issues ?? [])
    .map((issue) => ({ name: String(issue.path[0] ?? "configuration"), message: issue.message }))
    .map((fault) => (named.has(fault.name) ? fault : { ...fault, message: "must be set" }));
  const wrong = faults.filter(({ name }) => !unreadable.has(name));
  throw new ConfigurationError([
    ...unreadable.values(),
    ...wrong.map(({ name, message }) => `${name}: ${message}${describedBy(shape[name])}`),
  ]);
}

/** Runs several readers and throws one `ConfigurationError` with the errors of all. */
export function readTogether<Reads extends Readonly<Record<string, () => unknown>>>(
  reads: Reads,
): { readonly [Name in keyof Reads]: ReturnType<Reads[Name]> } {
  const faults = new Set<string>();
  const found = Object.entries(reads).map(([name, read]) => {
    try {
      return [name, read()] as const;
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      for (const fault of error.faults) faults.add(fault);
      return [name, undefined] as const;
    }
  });
  if (faults.size > 0) throw new ConfigurationError([...faults]);
  return Object.fromEntries(found) as { readonly [Name in keyof Reads]: ReturnType<Reads[Name]> };
}

/** Ends a process that could not start. Operator errors print their message, others all details. */
export function exitWithFault(error: unknown): never {
  const isPortTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  const isKnown = error instanceof ConfigurationError || isPortTaken;
  process.stderr.write(`${isKnown ? error.message : inspect(error)}\n`);
  process.exit(1);
}

function describedBy(schema: unknown): string {
  const description = schema instanceof z.ZodType ? schema.description : undefined;
  return description === undefined ? "" : ` (${description})`;
}

/** A whole number within bounds, as text in a variable. */
export function integerSetting(options: { min: number; max: number; default: number }, description: string) {
  return z
    .string()
    .regex(/^\d{1,12}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.int().min(options.min).max(options.max))
    .default(options.default)
    .describe(description);
}

export function booleanSetting(defaultValue: boolean, description: string) {
  return z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .default(defaultValue)
    .describe(description);
}

export const secretSetting = (description: string) =>
  z.string().min(1).transform(secret).describe(description);

/** Settings of every service. */
export const commonSettings = {
  NODE_ENV: z
    .enum(["production", "development", "test"], "must be production, development or test")
    .default("development")
    .describe("`production` turns the production rules on; any value but these three ends the start"),
  LOG_LEVEL: z
    .enum(["error", "warn", "info", "debug", "silent"])
    .default("info")
    .describe("Lines below this level are not written"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\//, "must be a postgresql:// URL")
    .transform(secret)
    .describe("PostgreSQL connection URL; `?sslmode=verify-full` for TLS"),
  SECURE_BACKENDS: secureBackendsSetting,
  HOST: z
    .string()
    .refine((text) => isIP(text) !== 0, "must be an IP address, such as 0.0.0.0")
    .optional()
    .describe("Address to listen on; unset, 127.0.0.1, in production every address of the host"),
  SHUTDOWN_TIMEOUT_MS: integerSetting(
    { min: 1_000, max: 600_000, default: 25_000 },
    "Time limit for a drain after SIGTERM; unfinished work is released then",
  ),
  SERVICE_VERSION: z
    .string()
    .max(100)
    .default("development")
    .describe("Running release, for the metric `rv_build_info`; set by the image"),
  SERVICE_REVISION: z
    .string()
    .max(100)
    .default("unknown")
    .describe("Commit of the release, for the same metric"),
};

export function buildVersionOf(config: {
  readonly SERVICE_VERSION: string;
  readonly SERVICE_REVISION: string;
}) {
  return { version: config.SERVICE_VERSION, revision: config.SERVICE_REVISION };
}

/** Keys that encrypt or hash: 32 bytes, so they cannot be guessed. */
const keySetting = (description: string) =>
  secretSetting(description).refine(
    (value) => Buffer.from(value.reveal(), "base64").length >= 32,
    "must be at least 32 bytes in base64",
  );

/** Settings of every service that records verdicts; they must be the same in all. */
export const receiptSettings = {
  RECEIPT_HASH_KEY: keySetting(
    "Key of the receipt hash; without it, who has confirmed which receipt is lost",
  ),
  VERDICT_CACHE_TTL_MS: integerSetting(
    { min: 0, max: 604_800_000, default: 86_400_000 },
    "How long a success verdict is returned from the cache",
  ),
  PICTURE_REFUNDS_PER_DAY: integerSetting(
    { min: 0, max: 10_000, default: 20 },
    "Credits refunded to an account on a day (UTC) for numbers read with unsure letters that the bank does not know",
  ),
};

/** For the verifiers, which store documents, and the command line, which reads them. */
export const quarantineSettings = {
  QUARANTINE_KEY: keySetting("Encrypts unreadable bank documents")
    .optional()
    .describe("Encrypts unreadable bank documents; unset, they are counted and not stored"),
};

/** Settings of every service that sends webhooks. */
export const webhookSettings = {
  SECRETS_ENCRYPTION_KEY: keySetting("Encrypts webhook signing secrets at rest"),
  SECRETS_ENCRYPTION_KEYS_PREVIOUS: z
    .string()
    .default("")
    .transform((text) => text.split(",").map((key) => key.trim()))
    .transform((keys) => keys.filter((key) => key !== "").map(secret))
    .refine(
      (keys) => keys.every((key) => Buffer.from(key.reveal(), "base64").length >= 32),
      "must be keys of at least 32 bytes in base64, separated by commas",
    )
    .describe("Earlier values of SECRETS_ENCRYPTION_KEY; they only decrypt"),
  WEBHOOK_ALLOW_PRIVATE: booleanSetting(
    false,
    "Development only, and only on a loopback HOST: allows webhooks to http and private addresses",
  ),
  WEBHOOK_TIMEOUT_MS: integerSetting(
    { min: 500, max: 120_000, default: 30_000 },
    "Time limit of a webhook attempt, from DNS to last byte",
  ),
};

interface ListeningConfig {
  readonly NODE_ENV: string;
  readonly HOST?: string | undefined;
}

/** Returns the address to listen on; undefined means every address of the host. */
export function listenHostOf({ NODE_ENV, HOST }: ListeningConfig): string | undefined {
  return HOST ?? (NODE_ENV === "production" ? undefined : "127.0.0.1");
}

const loopbackAddresses = new BlockList();
loopbackAddresses.addSubnet("127.0.0.0", 8, "ipv4");
loopbackAddresses.addAddress("::1", "ipv6");

/** Whether only this host can connect. */
export function listensOnLoopback(config: ListeningConfig): boolean {
  const host = listenHostOf(config);
  return host !== undefined && loopbackAddresses.check(host, isIP(host) === 6 ? "ipv6" : "ipv4");
}

/** A remote caller must not reach into this network through a webhook. */
export function refuseUnsafePrivateWebhooks(
  config: ListeningConfig & { readonly WEBHOOK_ALLOW_PRIVATE: boolean },
): void {
  if (!config.WEBHOOK_ALLOW_PRIVATE) return;
  if (config.NODE_ENV === "production") {
    throw new ConfigurationError(["WEBHOOK_ALLOW_PRIVATE: must not be true in production"]);
  }
  if (!listensOnLoopback(config)) {
    throw new ConfigurationError([
      "WEBHOOK_ALLOW_PRIVATE: must not be true while HOST is not a loopback address, such as 127.0.0.1",
    ]);
  }
}
