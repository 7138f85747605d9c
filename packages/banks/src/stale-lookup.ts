import { lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";

const refreshAfterMs = 60_000;

/**
 * The address known last, at once, and asked for again behind the caller's back: a resolver that stalls costs the first
 * callers only. It is asked once at a time for each host, however many wait for it.
 */
export function createStaleLookup(
  lookup: typeof systemLookup = systemLookup,
  now: () => number = () => performance.now(),
): LookupFunction {
  type Tell = Parameters<LookupFunction>[2];
  const known = new Map<string, { readonly answer: Parameters<Tell>; readonly at: number }>();
  const waiting = new Map<string, Tell[]>();
  return (hostname, options, callback) => {
    const key = `${hostname} ${JSON.stringify(options)}`;
    const remembered = known.get(key);
    const others = waiting.get(key);
    const isFresh = remembered !== undefined && now() - remembered.at <= refreshAfterMs;
    if (remembered !== undefined) process.nextTick(() => callback(...remembered.answer));
    else others?.push(callback);
    if (isFresh || others !== undefined) return;
    waiting.set(key, remembered === undefined ? [callback] : []);
    lookup(hostname, options, (...answer) => {
      if (answer[0] === null) known.set(key, { answer, at: now() });
      const tells = waiting.get(key) ?? [];
      waiting.delete(key);
      for (const tell of tells) tell(...answer);
    });
  };
}
