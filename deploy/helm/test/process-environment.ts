import { type KubernetesObject, named } from "./rendered-chart.ts";

export interface EnvEntry {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
}

/** Content of secrets is not the chart's: any valid value will do. */
const key = Buffer.alloc(32, 7).toString("base64");
const secretValues: Readonly<Record<string, string>> = {
  DATABASE_URL: "postgresql://app:secret@postgresql/receipts?sslmode=verify-full",
  REDIS_URL: "rediss://:secret@redis:6379/0",
  RECEIPT_HASH_KEY: key,
  SECRETS_ENCRYPTION_KEY: key,
  SECRETS_ENCRYPTION_KEYS_PREVIOUS: key,
  QUARANTINE_KEY: key,
  TELEGRAM_BOT_TOKEN: `7000001:${"t".repeat(35)}`,
  SMTP_URL: "smtps://user:secret@mail.example.net:465",
};

/** The environment of a Deployment's process at start. */
export function environmentOf(
  deployment: KubernetesObject,
  objects: readonly KubernetesObject[],
): Readonly<Record<string, string>> {
  const [container] = deployment.spec.template.spec.containers;
  const sources: readonly { configMapRef: { name: string } }[] = container.envFrom;
  const settings = sources.map(
    ({ configMapRef }) => named(objects, "ConfigMap", configMapRef.name).data ?? {},
  );
  return Object.assign({}, ...settings, entriesOf(container.env));
}

/** The environment from `env` only, for jobs. */
export function entriesOf(env: readonly EnvEntry[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    env.map(({ name, value, valueFrom }) => [
      name,
      valueFrom === undefined ? (value ?? "") : (secretValues[name] ?? "a secret"),
    ]),
  );
}
