import { createHmac, hkdfSync } from "node:crypto";
import { createSecretBox, type SecretBox } from "@receipts/webhooks/secret-box";

export interface QuarantineKey {
  /** Stored beside the document: distinguishes another key from damage, and reveals nothing of the key. */
  readonly id: string;
  readonly box: SecretBox;
  hash(document: Uint8Array): Buffer;
}

/** Derives the subkeys, one for each use, from 32 bytes in base64. */
export function deriveQuarantineKey(quarantineKey: string): QuarantineKey {
  const subkey = (use: string, bytes: number) =>
    Buffer.from(
      hkdfSync(
        "sha256",
        Buffer.from(quarantineKey, "base64"),
        new Uint8Array(),
        `document quarantine: ${use}`,
        bytes,
      ),
    );
  const hashKey = subkey("hash", 32);
  return {
    id: subkey("key id", 6).toString("hex"),
    box: createSecretBox(subkey("encryption", 32).toString("base64")),
    hash: (document) => createHmac("sha256", hashKey).update(document).digest(),
  };
}
