import { scryptSync } from "node:crypto";

interface ScryptTask {
  readonly password: string;
  readonly salt: Uint8Array;
  readonly bytes: number;
  readonly cost: { readonly N: number; readonly r: number; readonly p: number };
}

/** Runs in a thread of its own: it occupies a core for 0.1 to 0.3 seconds. */
export function deriveKey({ password, salt, bytes, cost }: ScryptTask): Uint8Array {
  return scryptSync(password, salt, bytes, { ...cost, maxmem: 256 * cost.N * cost.r });
}
