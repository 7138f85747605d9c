import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { isWellFormedApiKey, newApiKey } from "@receipts/gateway";
import { z } from "zod";

const demoSecretsSchema = z.object({
  apiKeyId: z.string(),
  apiKey: z.string(),
  checkoutKeyId: z.string(),
  checkoutKey: z.string(),
  receiptHashKey: z.string(),
  secretsEncryptionKey: z.string(),
  quarantineKey: z.string(),
  password: z.string(),
});

/** Folders of earlier releases lack newer fields. */
const storedSecretsSchema = demoSecretsSchema.partial({
  password: true,
  quarantineKey: true,
  checkoutKeyId: true,
  checkoutKey: true,
});

/** Secrets that every start must find again: the demo's keys and password, and the keys that stored data depends on. */
export type DemoSecrets = z.infer<typeof demoSecretsSchema>;

const fileIn = (dataDir: string) => path.join(dataDir, "demo.json");

/** Returns the content of `demo.json`, or undefined if it does not exist. */
export async function readDemoSecrets(dataDir: string) {
  try {
    return storedSecretsSchema.parse(JSON.parse(await readFile(fileIn(dataDir), "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Reads `demo.json` (0600), or creates it. It is written whole or not at all. */
export async function readOrCreateDemoSecrets(
  dataDir: string,
  make: {
    readonly apiKeyId: string;
    readonly keyPrefix: string;
    readonly checkoutKeyId: string;
    readonly checkoutKeyPrefix: string;
  },
): Promise<DemoSecrets> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = fileIn(dataDir);
  const known = await readDemoSecrets(dataDir);
  const { apiKeyId, apiKey, checkoutKeyId, checkoutKey } = known ?? {};
  // Create only what is missing: on the first start, after a change of prefix, or when a release adds a field.
  const secrets: DemoSecrets = {
    receiptHashKey: known?.receiptHashKey ?? randomBytes(32).toString("base64"),
    secretsEncryptionKey: known?.secretsEncryptionKey ?? randomBytes(32).toString("base64"),
    quarantineKey: known?.quarantineKey ?? randomBytes(32).toString("base64"),
    password: known?.password ?? randomBytes(12).toString("base64url"),
    ...(apiKeyId !== undefined && apiKey !== undefined && isWellFormedApiKey(make.keyPrefix, apiKey)
      ? { apiKeyId, apiKey }
      : { apiKeyId: make.apiKeyId, apiKey: newApiKey(make.keyPrefix) }),
    ...(checkoutKeyId !== undefined &&
    checkoutKey !== undefined &&
    isWellFormedApiKey(make.checkoutKeyPrefix, checkoutKey)
      ? { checkoutKeyId, checkoutKey }
      : { checkoutKeyId: make.checkoutKeyId, checkoutKey: newApiKey(make.checkoutKeyPrefix) }),
  };
  if (JSON.stringify(inOrder(secrets)) === JSON.stringify(inOrder(known ?? {}))) return secrets;
  const partial = `${file}.${process.pid}`;
  await writeFile(partial, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  await rename(partial, file);
  return secrets;
}

const inOrder = (secrets: object) => Object.entries(secrets).sort(([a], [b]) => (a < b ? -1 : 1));
