import { hash } from "node:crypto";
import { ApiProblem } from "../http/api-problem.ts";
import { type Caller, KEY_CACHE_MS } from "../http/caller.ts";
import { apiKeyHash, isWellFormedApiKey } from "./api-key-format.ts";

/** Throws the same 401 `invalid_api_key` for a missing, mistyped, unknown, expired or revoked key. */
export type Authenticate<C extends Caller = Caller> = (key: string | undefined) => Promise<C>;

export interface AuthenticateDeps<C extends Caller> {
  readonly keyPrefix: string;
  readonly findActiveKey: (hash: Buffer) => Promise<C | undefined>;
  /** Called for every call with an active key, with any outcome. */
  readonly onUse?: (apiKeyId: string) => void;
}

const MAX_CACHED_KEYS = 10_000;

export function createAuthenticate<C extends Caller>(deps: AuthenticateDeps<C>): Authenticate<C> {
  /** By hash: no plaintext key is stored. */
  const cached = new Map<string, { readonly caller: Promise<C | undefined>; readonly until: number }>();

  function find(key: string): Promise<C | undefined> {
    const id = hash("sha256", key, "base64");
    const known = cached.get(id);
    if (known !== undefined && known.until > performance.now()) return known.caller;
    if (!isWellFormedApiKey(deps.keyPrefix, key)) return Promise.resolve(undefined);
    const caller = deps.findActiveKey(apiKeyHash(key));
    if (cached.size >= MAX_CACHED_KEYS) cached.clear();
    cached.set(id, { caller, until: performance.now() + KEY_CACHE_MS });
    // A database error says nothing about the key.
    caller.catch(() => cached.delete(id));
    return caller;
  }

  return async (key) => {
    const caller = key === undefined ? undefined : await find(key);
    if (caller === undefined) throw new ApiProblem("invalid_api_key");
    if (caller.apiKeyId !== null) deps.onUse?.(caller.apiKeyId);
    return caller;
  };
}
