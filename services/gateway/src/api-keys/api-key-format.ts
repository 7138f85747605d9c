import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

/**
 * `<prefix><43 characters of base62><6 characters of checksum>`: 32 random bytes and a CRC-32 of all characters before
 * it. A mistyped key is refused without a look-up, and secret scanners can recognize a key.
 */
export function newApiKey(prefix: string): string {
  const secret = base62(BigInt(`0x${randomBytes(32).toString("hex")}`), SECRET_LENGTH);
  return `${prefix}${secret}${checksum(prefix + secret)}`;
}

export function isWellFormedApiKey(prefix: string, key: string): boolean {
  if (key.length !== prefix.length + SECRET_LENGTH + CHECKSUM_LENGTH) return false;
  if (!key.startsWith(prefix) || !/^[0-9A-Za-z]+$/.test(key.slice(prefix.length))) return false;
  return checksum(key.slice(0, -CHECKSUM_LENGTH)) === key.slice(-CHECKSUM_LENGTH);
}

/** The stored form of a key. A fast hash is enough: 256 random bits cannot be guessed. */
export function apiKeyHash(key: string): Buffer {
  return Buffer.from(hash("sha256", key, "base64"), "base64");
}

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), CHECKSUM_LENGTH);
}

function base62(value: bigint, length: number): string {
  let digits = "";
  for (let rest = value; rest > 0n; rest /= 62n) digits = `${ALPHABET[Number(rest % 62n)]}${digits}`;
  return digits.padStart(length, "0");
}
