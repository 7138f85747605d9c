import { hash } from "node:crypto";
import { ApiProblem } from "../http/api-problem.ts";
import type { Caller } from "../http/caller.ts";
import { apiKeyHash, isWellFormedApiKey } from "./api-key-format.ts";

/** Throws 401 `invalid_api_key` alike for a missing, mistyped, unknown, expired or revoked key. */
export type Authenticate<C extends Caller = Caller> = (key: string | undefined) => Promise<C>;

export interface AuthenticateDeps<C extends Caller> {
  readonly keyPrefix: string;
  readonly findLiveKey: (hash: Buffer) => Promise<C | undefined>;
  /** Told of every call with a live key, whatever becomes of it. */
  readonly onUse?: (apiKeyId: string) => void;
}

/** How long a process may go on taking a key that another has revoked: the revocation is confirmed after that. */
export const REMEMBER_MS = 500;
const REMEMBERED_KEYS = 10_000;

export function createAuthenticate<C extends Caller>(deps: AuthenticateDeps<C>): Authenticate<C> {
  /** By hash: a plaintext key is held nowhere. */
  const remembered = new Map<string, { readonly caller: Promise<C | undefined>; readonly until: number }>();

  function find(key: string): Promise<C | undefined> {
    const id = hash("sha256", key, "base64");
    const known = remembered.get(id);
    if (known !== undefined && known.until > performance.now()) return known.caller;
    if (!isWellFormedApiKey(deps.keyPrefix, key)) return Promise.resolve(undefined);
    const caller = deps.findLiveKey(apiKeyHash(key));
    if (remembered.size >= REMEMBERED_KEYS) remembered.clear();
    remembered.set(id, { caller, until: performance.now() + REMEMBER_MS });
    // A fault of the database is not an answer about the key.
    caller.catch(() => remembered.delete(id));
    return caller;
  }

  return async (key) => {
    const caller = key === undefined ? undefined : await find(key);
    if (caller === undefined) throw new ApiProblem("invalid_api_key");
    if (caller.apiKeyId !== null) deps.onUse?.(caller.apiKeyId);
    return caller;
  };
}
