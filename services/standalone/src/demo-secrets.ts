import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { newApiKey } from "@receipts/gateway";
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
  if (existing !== undefined) return demoSecretsSchema.parse(JSON.parse(existing));
  const secrets: DemoSecrets = {
    apiKeyId: make.apiKeyId,
    apiKey: newApiKey(make.keyPrefix),
    receiptHashKey: randomBytes(32).toString("base64"),
    secretsEncryptionKey: randomBytes(32).toString("base64"),
  };
  const partial = `${file}.${process.pid}`;
  await writeFile(partial, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  await rename(partial, file);
  return secrets;
}
