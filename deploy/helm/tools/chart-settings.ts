import { bankSettings } from "@receipts/banks";
import type { SupportedBankCode } from "@receipts/contracts";
import { redisSettings } from "@receipts/fast-store/redis";
import { gatewaySettings } from "@receipts/gateway";
import { kafkaSettings, kafkaTopicSettings } from "@receipts/messaging/kafka";
import { commonSettings, receiptSettings, webhookSettings } from "@receipts/service-kit";
import { verifierSettings } from "@receipts/verifier";
import { dispatcherSettings } from "@receipts/webhook-dispatcher";

/** A setting as a schema of the chart's values. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The used parts of a zod schema. */
interface SettingSchema {
  readonly description?: string | undefined;
  safeParse(text: unknown): { readonly success: boolean; readonly data?: unknown };
  toJSONSchema(options: { readonly io: "input" | "output"; readonly unrepresentable: "any" }): JsonSchema;
}

type Shape = Readonly<Record<string, SettingSchema>>;

/** Set from existing secrets, `values.secrets`. */
export const secretSettings = [
  "DATABASE_URL",
  "REDIS_URL",
  "RECEIPT_HASH_KEY",
  "SECRETS_ENCRYPTION_KEY",
  "SECRETS_ENCRYPTION_KEYS_PREVIOUS",
  "SMTP_URL",
  "TELEGRAM_BOT_TOKEN",
  "QUARANTINE_KEY",
  "KAFKA_SASL_USERNAME",
  "KAFKA_SASL_PASSWORD",
  "REDIS_SENTINEL_PASSWORD",
] as const;

/** Derived from other values, or set in the image: a second value could contradict the first. */
export const derivedSettings = [
  // A pod listens on all of its addresses.
  "HOST",
  "PORT",
  "METRICS_PORT",
  "METRICS_HOST",
  "BANK",
  "VERIFIER_CONCURRENCY",
  "KAFKA_TLS",
  "KAFKA_TLS_CA_FILE",
  "KAFKA_TLS_CERT_FILE",
  "KAFKA_TLS_KEY_FILE",
  "REDIS_CA_FILE",
  "SECURE_BACKENDS",
  "SERVICE_VERSION",
  "SERVICE_REVISION",
] as const;

const shared: Shape = {
  ...commonSettings,
  ...kafkaSettings,
  ...kafkaTopicSettings,
  ...redisSettings,
  ...receiptSettings,
  ...webhookSettings,
};

/** The settings of each process, as its `main.ts` reads them. */
export const serviceShapes = {
  gateway: { ...shared, ...gatewaySettings },
  verifier: { ...shared, ...verifierSettings },
  "webhook-dispatcher": { ...shared, ...dispatcherSettings },
} satisfies Record<string, Shape>;

/** `values.settings`: settings of more than one service. */
export const sharedSettings = settable(shared);
export const gatewayOwnSettings = settable(without(gatewaySettings, shared));
export const verifierOwnSettings = settable(without(verifierSettings, shared));
export const dispatcherOwnSettings = settable(without(dispatcherSettings, shared));

const bankDerived = /_(?:BASE_URL|PROXY_URL|CA_FILE)$/;

/** `values.banks.<bank>.settings`, in addition to those of every verifier. */
export function bankOwnSettings(bank: SupportedBankCode): Readonly<Record<string, JsonSchema>> {
  const own = bankSettings(bank).filter(({ name }) => !bankDerived.test(name));
  return Object.fromEntries(
    own.map(({ name, description, default: fallback }) => {
      const type = fallback === "true" ? "boolean" : "integer";
      return [name, { type, description: `${description}. Default: ${fallback}` }];
    }),
  );
}

/** Names of the bank's settings with this ending: `_BASE_URL`, `_CA_FILE`. */
export function bankSettingNames(bank: SupportedBankCode, ending: string): string[] {
  return bankSettings(bank)
    .map(({ name }) => name)
    .filter((name) => name.endsWith(ending));
}

function without(shape: Shape, others: Shape): Shape {
  return Object.fromEntries(Object.entries(shape).filter(([name]) => !Object.hasOwn(others, name)));
}

function settable(shape: Shape): Readonly<Record<string, JsonSchema>> {
  const excluded: readonly string[] = [...secretSettings, ...derivedSettings];
  const own = Object.entries(shape).filter(([name]) => !excluded.includes(name));
  return Object.fromEntries(own.map(([name, schema]) => [name, valueSchema(schema)]));
}

/** Values are in YAML notation: numbers without quotes. The rules of the environment also apply at start. */
function valueSchema(schema: SettingSchema): JsonSchema {
  const input = schema.toJSONSchema({ io: "input", unrepresentable: "any" });
  const description = describe(schema, input["default"]);
  if (takesNumbers(schema)) {
    const { minimum = 0, maximum } = schema.toJSONSchema({ io: "output", unrepresentable: "any" });
    const type = schema.safeParse("0.5").success ? "number" : "integer";
    return { type, minimum, ...(maximum !== undefined && { maximum }), description };
  }
  if (takesBooleans(input["enum"])) return { type: "boolean", description };
  if (input["enum"] !== undefined) return { enum: input["enum"], description };
  if (input["format"] === "uri") return { type: "string", pattern: "^https?://", description };
  return {
    type: "string",
    ...(input["pattern"] !== undefined && { pattern: input["pattern"] }),
    description,
  };
}

function takesNumbers(schema: SettingSchema): boolean {
  const { type } = schema.toJSONSchema({ io: "output", unrepresentable: "any" });
  if (type === "integer" || type === "number") return true;
  // A number at the end of a transformation of its own.
  const parsed = schema.safeParse("1");
  return parsed.success && typeof parsed.data === "number";
}

function takesBooleans(values: unknown): boolean {
  return Array.isArray(values) && values.length === 2 && values.includes("true") && values.includes("false");
}

function describe(schema: SettingSchema, fallback: unknown): string {
  const text = schema.description ?? "";
  return fallback === undefined || fallback === "" ? text : `${text}. Default: ${String(fallback)}`;
}
