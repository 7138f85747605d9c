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
  password: z.string(),
});

/** Folders of before people could sign in have no password. */
const storedSecretsSchema = demoSecretsSchema.partial({ password: true });

/** What every start must find again: the demo's key and password, and the keys that stored data depends on. */
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
  const known = existing === undefined ? undefined : storedSecretsSchema.parse(JSON.parse(existing));
  const hasKey = known !== undefined && isWellFormedApiKey(make.keyPrefix, known.apiKey);
  if (hasKey && known.password !== undefined) return { ...known, password: known.password };
  // The first start, one with another API_KEY_PREFIX, or the first with a password: only what is missing is made.
  const secrets: DemoSecrets = {
    receiptHashKey: randomBytes(32).toString("base64"),
    secretsEncryptionKey: randomBytes(32).toString("base64"),
    ...(known ?? {}),
    ...(hasKey ? known : { apiKeyId: make.apiKeyId, apiKey: newApiKey(make.keyPrefix) }),
    password: known?.password ?? randomBytes(12).toString("base64url"),
  };
  const partial = `${file}.${process.pid}`;
  await writeFile(partial, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  await rename(partial, file);
  return secrets;
}
