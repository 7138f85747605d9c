import { randomBytes, timingSafeEqual } from "node:crypto";
import { createSlots, type HashingClient } from "./hasher-slots.ts";
import { scryptInThread } from "./scrypt-threads.ts";

/** OWASP's parameters of 2024 for scrypt with 32 MiB: N = 2^15, r = 8, p = 3. */
const LOG_N = 15;
const BLOCK_SIZE = 8;
const PARALLELIZATION = 3;
const HASH_BYTES = 32;
const SALT_BYTES = 16;

/** 32 MiB each. */
const SLOTS = 2;
/** About twenty seconds for strangers, ten for others of work: later callers are better refused at once. */
const MAX_WAITING = 64;
export interface PasswordHasher {
  /** Returns `$scrypt$ln=15,r=8,p=3$salt$hash`, in PHC notation. */
  hash(password: string, client?: HashingClient): Promise<string>;
  /** Does the same work without a stored hash: the response for an unknown email must not be faster. */
  verify(password: string, stored: string | null, client?: HashingClient): Promise<boolean>;
}

export interface PasswordHasherOptions {
  /** Called once for each hashed password. */
  readonly onWork?: () => void;
  readonly maxWaiting?: number;
  /** Passwords hashed at the same time. */
  readonly slots?: number;
}

export function createPasswordHasher(options: PasswordHasherOptions = {}): PasswordHasher {
  const runInSlot = createSlots(options.slots ?? SLOTS, options.maxWaiting ?? MAX_WAITING);
  const derive = (password: string, salt: Buffer, cost: Cost, client?: HashingClient): Promise<Buffer> =>
    runInSlot(client, () => {
      options.onWork?.();
      return scryptOf(password, salt, cost);
    });
  return {
    hash: async (password, client) => {
      const salt = randomBytes(SALT_BYTES);
      const hash = await derive(password, salt, currentCost, client);
      return `$scrypt$ln=${LOG_N},r=${BLOCK_SIZE},p=${PARALLELIZATION}$${encode(salt)}$${encode(hash)}`;
    },
    verify: async (password, stored, client) => {
      const known = stored === null ? undefined : parse(stored);
      const hash = await derive(password, known?.salt ?? dummySalt, known?.cost ?? currentCost, client);
      return known !== undefined && known.hash.length === hash.length && timingSafeEqual(known.hash, hash);
    },
  };
}

interface Cost {
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}
const currentCost: Cost = { logN: LOG_N, r: BLOCK_SIZE, p: PARALLELIZATION };
const dummySalt = randomBytes(SALT_BYTES);

function parse(stored: string): { cost: Cost; salt: Buffer; hash: Buffer } | undefined {
  const match = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([^$]+)\$([^$]+)$/.exec(stored);
  if (match === null) return undefined;
  const [, logN, r, p, salt = "", hash = ""] = match;
  return {
    cost: { logN: Number(logN), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, "base64"),
    hash: Buffer.from(hash, "base64"),
  };
}

const encode = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");

function scryptOf(password: string, salt: Buffer, { logN, r, p }: Cost): Promise<Buffer> {
  // One password, for any way a keyboard composes its letters.
  const text = password.normalize("NFKC");
  return scryptInThread({ password: text, salt, bytes: HASH_BYTES, cost: { N: 2 ** logN, r, p } });
}
