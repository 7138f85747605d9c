import { createCipheriv, createDecipheriv, createHash, createSecretKey, randomBytes } from "node:crypto";

/** Encrypts at rest: AES-256-GCM, a fresh nonce each time. */
export interface SecretBox {
  /** Always with the present key. */
  readonly seal: (plain: string | Uint8Array, context: string) => Buffer;
  /** Throws when it was not sealed with one of these keys and for this context: a copied row opens nothing. */
  readonly open: (sealed: Buffer, context: string) => string;
  readonly openBytes: (sealed: Buffer, context: string) => Buffer;
  /** What everything begins with that the present key has sealed. */
  readonly prefix: Buffer;
}

/** 1 had no key id. */
const version = 2;
const keyIdBytes = 4;
const nonceBytes = 12;
const tagBytes = 16;

type Key = ReturnType<typeof readKey>;

/**
 * Keys: at least 32 bytes in base64, of which the first 32 are used. `previousKeys` only open what they once sealed, until
 * everything is sealed anew.
 */
export function createSecretBox(key: string, previousKeys: readonly string[] = []): SecretBox {
  const present = readKey(key);
  const keys = [present, ...previousKeys.map(readKey)];
  const openBytes = (sealed: Buffer, context: string) => {
    if (sealed[0] === 1) return openWithAny(keys, sealed.subarray(1), context);
    if (sealed[0] !== version) throw new Error("sealed with an unknown version");
    const found = keys.filter(({ prefix }) => sealed.subarray(0, prefix.length).equals(prefix));
    return openWithAny(found, sealed.subarray(1 + keyIdBytes), context);
  };
  return {
    prefix: present.prefix,
    seal: (plain, context) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", present.secretKey, nonce).setAAD(Buffer.from(context));
      const encrypted = Buffer.concat([
        cipher.update(typeof plain === "string" ? Buffer.from(plain) : plain),
        cipher.final(),
      ]);
      return Buffer.concat([present.prefix, nonce, cipher.getAuthTag(), encrypted]);
    },
    open: (sealed, context) => openBytes(sealed, context).toString("utf8"),
    openBytes,
  };
}

function readKey(key: string) {
  const bytes = Buffer.from(key, "base64").subarray(0, 32);
  if (bytes.length < 32) throw new Error("the encryption key must be at least 32 bytes in base64");
  // Of a hash: it tells keys apart and nothing of the key.
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
  throw new Error("sealed with a key that is not known, for something else, or damaged", { cause });
}

function openWith({ secretKey }: Key, sealed: Buffer, context: string): Buffer {
  const nonce = sealed.subarray(0, nonceBytes);
  const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes);
  const decipher = createDecipheriv("aes-256-gcm", secretKey, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]);
}
