import { lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";

const refreshAfterMs = 60_000;

/**
 * Returns the last known address at once and refreshes it in the background, so a resolver that stalls delays only the
 * first callers. Each host has at most one lookup at a time, shared by all waiting callers.
 */
export function createStaleLookup(
  lookup: typeof systemLookup = systemLookup,
  now: () => number = () => performance.now(),
): LookupFunction {
  type Callback = Parameters<LookupFunction>[2];
  const cache = new Map<string, { readonly result: Parameters<Callback>; readonly at: number }>();
  const waiting = new Map<string, Callback[]>();
  return (hostname, options, callback) => {
    const key = `${hostname} ${JSON.stringify(options)}`;
    const cached = cache.get(key);
    const others = waiting.get(key);
    const isFresh = cached !== undefined && now() - cached.at <= refreshAfterMs;
    if (cached !== undefined) process.nextTick(() => callback(...cached.result));
    else others?.push(callback);
    if (isFresh || others !== undefined) return;
    waiting.set(key, cached === undefined ? [callback] : []);
    lookup(hostname, options, (...result) => {
      if (result[0] === null) cache.set(key, { result, at: now() });
      const callbacks = waiting.get(key) ?? [];
      waiting.delete(key);
      for (const notify of callbacks) notify(...result);
    });
  };
}
