import { FastStoreUnavailable } from "../fast-store.ts";

/** Whatever Redis or the way to it said: the callers go on without it. */
export function unavailable(fault: unknown): FastStoreUnavailable {
  if (fault instanceof FastStoreUnavailable) return fault;
  return new FastStoreUnavailable("Redis did not do what it was asked", { cause: withoutArguments(fault) });
}

/**
 * ioredis puts the command with its arguments on an error, and Redis repeats the arguments of a command that it
 * does not know: among them may be the password of AUTH.
 */
export function withoutArguments(fault: unknown): Error {
  const message = fault instanceof Error ? fault.message : String(fault);
  const clean = new Error(message.replace(/,? with args.*/s, ""));
  if (fault instanceof Error) {
    clean.name = fault.name;
    if ("code" in fault) Object.assign(clean, { code: fault.code });
  }
  return clean;
}
