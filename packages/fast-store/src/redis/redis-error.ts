import { FastStoreUnavailable } from "../fast-store.ts";

/** Converts any error of Redis or the connection, so that callers continue without the store. */
export function unavailable(error: unknown): FastStoreUnavailable {
  if (error instanceof FastStoreUnavailable) return error;
  return new FastStoreUnavailable("the Redis command failed", { cause: withoutArguments(error) });
}

/**
 * Removes command arguments from an error. ioredis attaches the command with its arguments, and Redis repeats the
 * arguments of an unknown command: the password of AUTH may be among them.
 */
export function withoutArguments(error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  const clean = new Error(message.replace(/,? with args.*/s, ""));
  if (error instanceof Error) {
    clean.name = error.name;
    if ("code" in error) Object.assign(clean, { code: error.code });
  }
  return clean;
}
