import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from "node:crypto";

/** Encrypts at rest: AES-256-GCM, a fresh nonce each time. */
export interface SecretBox {
  readonly seal: (plain: string | Uint8Array, context: string) => Buffer;
  /** Throws when it was not sealed with this key and for this context: a copied row opens nothing. */
  readonly open: (sealed: Buffer, context: string) => string;
  readonly openBytes: (sealed: Buffer, context: string) => Buffer;
}

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;

/** `key`: at least 32 bytes in base64, of which the first 32 are used. */
export function createSecretBox(key: string): SecretBox {
  const bytes = Buffer.from(key, "base64");
  if (bytes.length < 32) throw new Error("the encryption key must be at least 32 bytes in base64");
  const secretKey = createSecretKey(bytes.subarray(0, 32));
  const openBytes = (sealed: Buffer, context: string) => {
    if (sealed[0] !== version) throw new Error("sealed with an unknown version");
    const nonce = sealed.subarray(1, 1 + nonceBytes);
    const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes);
    const decipher = createDecipheriv("aes-256-gcm", secretKey, nonce, { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(1 + nonceBytes + tagBytes)), decipher.final()]);
  };
  return {
    seal: (plain, context) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", secretKey, nonce).setAAD(Buffer.from(context));
      const encrypted = Buffer.concat([
        cipher.update(typeof plain === "string" ? Buffer.from(plain) : plain),
        cipher.final(),
      ]);
      return Buffer.concat([Buffer.from([version]), nonce, cipher.getAuthTag(), encrypted]);
    },
    open: (sealed, context) => openBytes(sealed, context).toString("utf8"),
    openBytes,
  };
}
