import { createCipheriv, createDecipheriv, createHash, createSecretKey, randomBytes } from "node:crypto";

/** Encrypts data at rest with AES-256-GCM and a random nonce. */
export interface SecretBox {
  /** Encrypts with the current key. */
  readonly seal: (plain: string | Uint8Array, context: string) => Buffer;
  /** Throws unless sealed with one of these keys for this context, so a ciphertext copied to another row is useless. */
  readonly open: (sealed: Buffer, context: string) => string;
  readonly openBytes: (sealed: Buffer, context: string) => Buffer;
  /** First bytes of everything that the current key sealed. */
  readonly prefix: Buffer;
}

/** Version 1 had no key id. */
const version = 2;
const keyIdBytes = 4;
const nonceBytes = 12;
const tagBytes = 16;

type Key = ReturnType<typeof readKey>;

/**
 * Keys are at least 32 bytes in base64; the first 32 are used. `previousKeys` only decrypt, until all data is resealed.
 */
export function createSecretBox(key: string, previousKeys: readonly string[] = []): SecretBox {
  const current = readKey(key);
  const keys = [current, ...previousKeys.map(readKey)];
  const openBytes = (sealed: Buffer, context: string) => {
    if (sealed[0] === 1) return openWithAny(keys, sealed.subarray(1), context);
    if (sealed[0] !== version) throw new Error("sealed with an unknown version");
    const found = keys.filter(({ prefix }) => sealed.subarray(0, prefix.length).equals(prefix));
    return openWithAny(found, sealed.subarray(1 + keyIdBytes), context);
  };
  return {
    prefix: current.prefix,
    seal: (plain, context) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", current.secretKey, nonce).setAAD(Buffer.from(context));
      const encrypted = Buffer.concat([
        cipher.update(typeof plain === "string" ? Buffer.from(plain) : plain),
        cipher.final(),
      ]);
      return Buffer.concat([current.prefix, nonce, cipher.getAuthTag(), encrypted]);
    },
    open: (sealed, context) => openBytes(sealed, context).toString("utf8"),
    openBytes,
  };
}

function readKey(key: string) {
  const bytes = Buffer.from(key, "base64").subarray(0, 32);
  if (bytes.length < 32) throw new Error("the encryption key must be at least 32 bytes in base64");
  // A hash identifies the key without revealing it.
  const id = createHash("sha256").update("key id").update(bytes).digest().subarray(0, keyIdBytes);
  return { secretKey: createSecretKey(bytes), prefix: Buffer.concat([Buffer.from([version]), id]) };
}

function openWithAny(keys: readonly Key[], sealed: Buffer, context: string): Buffer {
  let cause: unknown;
  for (const key of keys) {
    try {
      return openWith(key, sealed, context);
    } catch (error) {
      cause = error;
    }
  }
  throw new Error("sealed with a key that is unknown, for another context, or damaged", { cause });
}

function openWith({ secretKey }: Key, sealed: Buffer, context: string): Buffer {
  const nonce = sealed.subarray(0, nonceBytes);
  const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes);
  const decipher = createDecipheriv("aes-256-gcm", secretKey, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]);
}
