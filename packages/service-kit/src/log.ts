import { createLogger as createWinstonLogger, format, type Logger, transports } from "winston";
import { createLineBuffer } from "./line-buffer.ts";
import type { ServiceMetrics } from "./service-metrics.ts";

export type LogFields = Readonly<Record<string, unknown>>;

/** One wide line for each unit of work: an event name (`verification.finished`) and stable fields. */
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
  /** Returns a log that adds these fields to every line. */
  with(fields: LogFields): Log;
}

export const logLevels = ["error", "warn", "info", "debug", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/** For `onLine` of a log. */
export function countLines(metrics: Pick<ServiceMetrics, "counter">): (level: string) => void {
  const lines = metrics.counter("log_lines_total", "Log lines written", ["level"], {
    level: logLevels.filter((level) => level !== "silent"),
  });
  return (level) => lines.inc({ level });
}

export interface LogOptions {
  readonly service: string;
  readonly level: LogLevel;
  /** Called once for each line written; feeds `log_lines_total`. */
  readonly onLine?: (level: string) => void;
  /** Default: standard output. */
  readonly destination?: NodeJS.WritableStream;
  /** Gets the lines of `info` too, for a process whose output is quiet. It is replaced as it grows. */
  readonly file?: string;
}

/** Two files of this size are kept. */
const LARGEST_FILE = 25 * 1_024 * 1_024;

const standardOutput = createLineBuffer(process.stdout);

export function createLog(options: LogOptions): Log {
  const level = options.level === "silent" ? "error" : options.level;
  const logger = createWinstonLogger({
    level,
    silent: options.level === "silent",
    // Not `format.json`: `redact` returns plain data, which needs no search for cycles.
    format: format.printf((info) => JSON.stringify(info)),
    transports: [
      new transports.Stream({ stream: options.destination ?? standardOutput, level }),
      ...(options.file === undefined ? [] : [fileTransport(options.file)]),
    ],
  });
  // A disk that is full costs the file its lines, and nothing else.
  if (options.file !== undefined) logger.on("error", () => undefined);
  return wrap(logger, { service: options.service }, options.onLine);
}

function fileTransport(file: string) {
  return new transports.File({
    filename: file,
    level: "info",
    maxsize: LARGEST_FILE,
    maxFiles: 2,
    tailable: true,
    options: { flags: "a", mode: 0o600 },
  });
}

function wrap(logger: Logger, base: LogFields, onLine: ((level: string) => void) | undefined): Log {
  const at = (level: string) => (event: string, fields?: LogFields) => {
    // Checked before the line is composed: most debug lines are never written.
    if (logger.silent || !logger.isLevelEnabled(level)) return;
    onLine?.(level);
    const { message, ...plain } = redact(fields === undefined ? base : { ...base, ...fields });
    // One object, which winston takes as it is.
    logger.log({
      ...plain,
      level,
      message: message === undefined ? event : `${event} ${message}`,
      timestamp: new Date().toISOString(),
    });
  };
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    with: (fields) => wrap(logger, { ...base, ...fields }, onLine),
  };
}

/** Fields with these names are never printed. */
const SECRET_NAME =
  /^(?:authorization|cookie|set-cookie|x-api-key|api_?key|key|secret|password|token|invitation|signature)$|(?:secret|password)$/i;
/**
 * Our own kinds of secrets, anywhere: in a library's message, in a URL. In order: API keys of any prefix, which stays;
 * truncated keys, and signing secrets; session tokens; invitations and other 32 bytes in base64url; passwords in URLs.
 * Each pattern matches or gives up within a few characters: the cost grows with the length of a line, not faster.
 */
const SECRET_VALUES = [
  /_[A-Za-z0-9]{49,512}/,
  /\b(?:rvk|sck|whsec)_[A-Za-z0-9+/=]{6,}/,
  /eyJ[\w-]{8,}(?:\.[\w-]+)*/,
  /(?<![\w-])[\w-]{43}(?![\w-])/,
  /(?<=:\/\/[^:/@\s]{0,64}:)[^@/\s]{1,4096}(?=@)/,
];
const SECRET_VALUE = new RegExp(SECRET_VALUES.map(({ source }) => source).join("|"), "g");
/** No pattern matches less: most values of a line are ids, codes and numbers. */
const SHORTEST_SECRET = 6;
const MAX_DEPTH = 5;

/** By field name, whether it is secret. Our own names are few; those of errors that libraries throw may be many. */
const secretNames = new Map<string, boolean>();
const MAX_NAMES = 1_000;

function isSecretName(name: string): boolean {
  const known = secretNames.get(name);
  if (known !== undefined) return known;
  const isSecret = SECRET_NAME.test(name);
  if (secretNames.size < MAX_NAMES) secretNames.set(name, isSecret);
  return isSecret;
}

/** Removes secrets from log fields. Exported for the test that tries to get a secret through. */
export function redact(fields: LogFields): LogFields {
  return redactValue(fields, 0) as LogFields;
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === "string")
    return value.length < SHORTEST_SECRET ? value : value.replace(SECRET_VALUE, "[redacted]");
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (depth >= MAX_DEPTH) return "[deep]";
  if (value instanceof Error) return redactValue(describeError(value), depth + 1);
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1));
  const redacted: Record<string, unknown> = { ...value };
  for (const name of Object.keys(redacted))
    redacted[name] = isSecretName(name) ? "[redacted]" : redactValue(redacted[name], depth + 1);
  return redacted;
}

function describeError(error: Error): LogFields {
  const code = "code" in error ? { code: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: error.cause };
  return { name: error.name, message: error.message, ...code, ...cause, stack: error.stack };
}

/** For tests and for parts without a log. */
export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  with: () => silentLog,
};
