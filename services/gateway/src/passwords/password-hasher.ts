import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { CLIENTS_OF_A_PROXY, networkOfClient } from "../http/client-address.ts";

/** OWASP's parameters of 2024 for scrypt with 32 MiB: N = 2^15, r = 8, p = 3. */
const LOG_N = 15;
const BLOCK_SIZE = 8;
const PARALLELIZATION = 3;
const HASH_BYTES = 32;
const SALT_BYTES = 16;

/** Uses two of the four threads that Node.js shares with DNS and files; 32 MiB each. */
const SLOTS = 2;
/** About ten seconds of work: later callers are better refused at once. */
const MAX_WAITING = 64;
/** One client must not make all others wait. Hashes for the service itself have no client. */
const MAX_WAITING_PER_CLIENT = 4;
/** Nor must all clients of one proxy, whose headers may be forged. */
const MAX_WAITING_PER_PROXY = MAX_WAITING_PER_CLIENT * CLIENTS_OF_A_PROXY;

/** Too many passwords wait for a slot. */
export class HasherFull extends Error {
  /** Whether they are this client's. */
  readonly ofClient: boolean;
  constructor(options: { readonly ofClient: boolean }) {
    super("too many passwords are waiting to be hashed");
    this.name = new.target.name;
    this.ofClient = options.ofClient;
  }
}

/** `client` is the caller: see `clientOf`. */
export interface PasswordHasher {
  /** Returns `$scrypt$ln=15,r=8,p=3$salt$hash`, in PHC notation. */
  hash(password: string, client?: string): Promise<string>;
  /** Does the same work without a stored hash: the response for an unknown email must not be faster. */
  verify(password: string, stored: string | null, client?: string): Promise<boolean>;
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
  const derive = (password: string, salt: Buffer, cost: Cost, client?: string): Promise<Buffer> =>
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
  const N = 2 ** logN;
  const cost: ScryptOptions = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    // One password, for any way a keyboard composes its letters.
    scrypt(password.normalize("NFKC"), salt, HASH_BYTES, cost, (error, hash) => {
      if (error === null) resolve(hash);
      else reject(error);
    });
  });
}

const isOfProxyOf = (client: string, other: string | undefined) =>
  other !== undefined && networkOfClient(other) === networkOfClient(client);

function createSlots(
  slots: number,
  maxWaiting: number,
): <T>(client: string | undefined, work: () => Promise<T>) => Promise<T> {
  const waiting: { readonly client: string | undefined; readonly start: () => void }[] = [];
  let running = 0;
  const requireCapacity = (client: string | undefined) => {
    const ofClient = waiting.filter((other) => client !== undefined && other.client === client);
    const ofProxy = waiting.filter((other) => client !== undefined && isOfProxyOf(client, other.client));
    if (ofClient.length >= MAX_WAITING_PER_CLIENT || ofProxy.length >= MAX_WAITING_PER_PROXY)
      throw new HasherFull({ ofClient: true });
    if (waiting.length >= maxWaiting) throw new HasherFull({ ofClient: false });
  };
  return async (client, work) => {
    if (running >= slots) {
      requireCapacity(client);
      // A finished call hands its slot to the next waiting one, so none can overtake it.
      await new Promise<void>((start) => waiting.push({ client, start }));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next.start();
    }
  };
}
