import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { isWellFormedApiKey, newApiKey } from "@receipts/gateway";
import { z } from "zod";

const demoSecretsSchema = z.object({
  apiKeyId: z.string(),
  apiKey: z.string(),
  receiptHashKey: z.string(),
  secretsEncryptionKey: z.string(),
});

/** What every start must find again: the demo's key, and the keys that stored data depends on. */
export type DemoSecrets = z.infer<typeof demoSecretsSchema>;

/** Reads `demo.json` (0600), or makes it. Written whole or not at all. */
export async function readOrMakeDemoSecrets(
  dataDir: string,
  make: { apiKeyId: string; keyPrefix: string },
): Promise<DemoSecrets> {
  const file = path.join(dataDir, "demo.json");
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const existing = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  const known = existing === undefined ? undefined : demoSecretsSchema.parse(JSON.parse(existing));
  if (known !== undefined && isWellFormedApiKey(make.keyPrefix, known.apiKey)) return known;
  // The first start, or one with another API_KEY_PREFIX: only the key is made anew then.
  const secrets: DemoSecrets = {
    receiptHashKey: randomBytes(32).toString("base64"),
    secretsEncryptionKey: randomBytes(32).toString("base64"),
    ...known,
    apiKeyId: make.apiKeyId,
    apiKey: newApiKey(make.keyPrefix),
  };
  const partial = `${file}.${process.pid}`;
  await writeFile(partial, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  await rename(partial, file);
  return secrets;
}
