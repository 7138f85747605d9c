import { ConfigurationError } from "./configuration.ts";

interface SystemError extends Error {
  readonly code: string;
}

const isSystemError = (error: unknown): error is SystemError =>
  error instanceof Error && "code" in error && typeof error.code === "string";

export interface ListenAddress {
  readonly port: number;
  readonly host?: string | undefined;
}

/** An error of one line for an address that a server cannot listen on; any other stays as it is. `setting`: of the port. */
export function asListenFault(error: unknown, setting: string, { port, host }: ListenAddress): unknown {
  if (!isSystemError(error)) return error;
  const at = host === undefined ? "" : ` on ${host}`;
  const faults: Readonly<Record<string, string>> = {
    EADDRINUSE: `${setting}: another program listens on port ${port}${at}`,
    EACCES: `${setting}: this user may not listen on port ${port}${at}`,
    EADDRNOTAVAIL: `HOST: ${host} is no address of this machine`,
    ENOTFOUND: `HOST: ${host} is no address of this machine`,
  };
  const fault = faults[error.code];
  return fault === undefined ? error : new ConfigurationError([fault]);
}

const folderReasons: Readonly<Record<string, string>> = {
  ENOSPC: "its disk is full",
  EDQUOT: "its quota is used up",
  EROFS: "its disk is read-only",
  EACCES: "this user may not write it",
  EPERM: "this user may not write it",
  ENOTDIR: "a part of its path is a file",
  EEXIST: "a part of its path is a file",
  ENOENT: "it cannot be created; its disk may be read-only",
};

/** In the words of PostgreSQL, which sets up its own files. */
const printedReasons: readonly (readonly [RegExp, string])[] = [
  [/No space left on device/, "ENOSPC"],
  [/Disk quota exceeded/, "EDQUOT"],
  [/Read-only file system/, "EROFS"],
  [/Permission denied/, "EACCES"],
];

/** An error of one line for a folder that cannot be used; any other stays as it is. */
export function asFolderFault(error: unknown, setting: string, folder: string): unknown {
  if (!(error instanceof Error)) return error;
  const printed = `${error.message} ${"stderr" in error ? error.stderr : ""}`;
  const known = printedReasons.find(([words]) => words.test(printed))?.[1];
  const code = known ?? (isSystemError(error) && "path" in error ? error.code : "");
  const reason = folderReasons[code];
  return reason === undefined
    ? error
    : new ConfigurationError([`${setting}: ${folder}: ${reason} (${code})`]);
}

const networkCodes = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ECONNRESET",
];

/** An error of one line for a server that does not respond; any other stays as it is. */
export function asUnreachable(error: unknown, setting: string, server: string): unknown {
  if (error instanceof AggregateError) return asUnreachable(error.errors[0], setting, server);
  if (!isSystemError(error) || !networkCodes.includes(error.code)) return error;
  const where =
    "hostname" in error
      ? error.hostname
      : "address" in error
        ? `${error.address}:${"port" in error ? error.port : ""}`
        : "";
  return new ConfigurationError([`${setting}: ${server} cannot be reached at ${where} (${error.code})`]);
}
