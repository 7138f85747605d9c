import express, { type NextFunction, type Request, type RequestHandler, type Response } from "express";
import { ApiProblem, invalidPayload } from "./api-problem.ts";
import { stopReading } from "./bytes-body.ts";
import { hasMoreValues } from "./json-values.ts";

const MAX_BYTES = 64 * 1024;
/** Many times those of the largest body that has a meaning. */
const MAX_VALUES = 1_000;
const TOO_MANY_VALUES = "json.values";
const UNUSABLE_NAME = "json.name";

const isObject = (body: unknown) => typeof body === "object" && body !== null && !Array.isArray(body);

/** Reads a JSON object of up to 64 KiB; each kind of invalid body has its own code. */
export const jsonBody = readBodyWith(
  express.json({
    limit: MAX_BYTES,
    strict: false,
    type: () => true,
    verify: (_request, _response, body) => {
      // The parser would read an empty body as an empty object.
      if (body.length === 0) throw new Error("empty body");
      if (hasMoreValues(body, MAX_VALUES))
        throw Object.assign(
          new Error("too many values"),
          startsAsList(body) ? {} : { type: TOO_MANY_VALUES },
        );
      const path = pathOfUnusableName(body);
      if (path !== undefined) throw Object.assign(new Error(path), { type: UNUSABLE_NAME });
    },
  }),
  { maxBytes: MAX_BYTES, refusalOf: typeRefusal, isRead: isObject },
);

interface ReadBytes {
  readonly refusalOf?: (request: Request) => ApiProblem | undefined;
  /** The refusal of an empty body. */
  readonly emptyText?: string;
}

/** Reads a body as bytes. Default: of JSON, for `parseJsonObject` when its turn has come. */
export const readBytes = (
  maxBytes: number,
  { refusalOf = typeRefusal, emptyText }: ReadBytes = {},
): RequestHandler =>
  readBodyWith(express.raw({ limit: maxBytes, type: () => true }), {
    maxBytes,
    refusalOf,
    isRead: (body) => Buffer.isBuffer(body) && body.length > 0,
    notReadText: emptyText,
  });

/** However long: the body must be an object. */
const startsAsList = (json: Buffer) => /^\s*\[/.test(json.toString("latin1", 0, 100));

/** Throws the problems of `jsonBody`. `way`: what to do about more values than `maxValues`. */
export function parseJsonObject(json: Buffer, maxValues: number, way: string): object {
  if (hasMoreValues(json, maxValues))
    throw startsAsList(json) ? new ApiProblem("invalid_request") : tooManyValues(maxValues, `: ${way}`);
  const path = pathOfUnusableName(json);
  if (path !== undefined) throw unusableName(path);
  const body = parsed(json);
  if (!isObject(body)) throw new ApiProblem("invalid_request");
  return body as object;
}

/**
 * The path of a name `__proto__` within a field, such as `headers` or `metadata`: the schemas drop it without a word. In
 * the body itself it is an unknown field like any other.
 */
function pathOfUnusableName(json: Buffer): string | undefined {
  if (!json.includes('"__proto__"')) return undefined;
  try {
    const body: unknown = JSON.parse(json.toString("utf8"));
    if (!isObject(body)) return undefined;
    return Object.entries(body as object)
      .filter(([name]) => name !== "__proto__")
      .map(([name, value]) => pathWithin(value, name))
      .find((path) => path !== undefined);
  } catch {
    // Not JSON: the parser says so.
    return undefined;
  }
}

function pathWithin(value: unknown, path: string): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (Object.hasOwn(value, "__proto__")) return `${path}.__proto__`;
  return Object.entries(value)
    .map(([name, inner]) => pathWithin(inner, `${path}.${name}`))
    .find((found) => found !== undefined);
}

const unusableName = (field: string) =>
  invalidPayload([{ field, message: "is a name that is not taken: choose another one" }]);

function parsed(json: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(json));
  } catch {
    throw new ApiProblem("malformed_json");
  }
}

/** Reads a body with a parser of Express, with the errors of this surface. */
export function readBodyWith(
  parse: RequestHandler,
  {
    maxBytes,
    refusalOf,
    isRead,
    notReadText,
  }: {
    readonly maxBytes: number;
    readonly refusalOf: (request: Request) => ApiProblem | undefined;
    readonly isRead: (body: unknown) => boolean;
    /** Default: that it must be a JSON object. */
    readonly notReadText?: string | undefined;
  },
): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const declared = Number(request.headers["content-length"] ?? 0);
    const hasBody = request.headers["transfer-encoding"] !== undefined || declared > 0;
    const refusal = hasBody ? refusalOf(request) : undefined;
    if (refusal !== undefined) {
      next(refusal);
      return;
    }
    if (declared > maxBytes) {
      next(tooLarge(maxBytes));
      return;
    }
    let isDone = false;
    const end = (problem?: unknown) => {
      if (!isDone) next(problem);
      isDone = true;
    };
    parse(request, response, (error: unknown) => {
      if (error !== undefined) end(problemOf(error, request, maxBytes));
      else end(isRead(request.body) ? undefined : notRead(notReadText));
    });
    if (!isDone && request.headers["content-encoding"] !== undefined)
      limitSentBytes(request, maxBytes, () => end(tooLarge(maxBytes)));
  };
}

const notRead = (message: string | undefined) =>
  new ApiProblem("invalid_request", message === undefined ? {} : { message });

/** The parser counts the unpacked bytes of a compressed body, of which there can be none. */
function limitSentBytes(request: Request, maxBytes: number, onOver: () => void): void {
  let sent = 0;
  const count = (chunk: Buffer) => {
    sent += chunk.length;
    if (sent <= maxBytes) return;
    request.off("data", count);
    stopReading(request);
    onOver();
  };
  request.on("data", count);
}

function typeRefusal(request: Request): ApiProblem | undefined {
  // The value that nearly every client sends.
  if (request.headers["content-type"] === "application/json") return undefined;
  if (request.is("application/json") === false) return new ApiProblem("unsupported_media_type");
  const charset = charsetOf(request);
  if (charset === "utf-8") return undefined;
  return new ApiProblem("unsupported_media_type", {
    message: `The body must be in UTF-8, and Content-Type says charset=${charset.slice(0, 40)}`,
  });
}

/** Like `jsonBody`, but no body means an empty object. */
export const optionalJsonBody: RequestHandler = (
  request: Request,
  response: Response,
  next: NextFunction,
) => {
  const declared = Number(request.headers["content-length"] ?? 0);
  if (request.headers["transfer-encoding"] === undefined && declared === 0) {
    request.body = {};
    next();
    return;
  }
  jsonBody(request, response, next);
};

/** JSON is in UTF-8 between systems (RFC 8259, 8.1). The parser would also accept UTF-16, and guess other charsets. */
function charsetOf(request: Request): string {
  const [, charset] = /[; ]charset\s*=\s*"?([\w.:-]+)/i.exec(request.headers["content-type"] ?? "") ?? [];
  const lower = (charset ?? "utf-8").toLowerCase();
  return lower === "utf8" ? "utf-8" : lower;
}

export function tooLarge(maxBytes: number): ApiProblem {
  return new ApiProblem("payload_too_large", { message: `The body must have at most ${maxBytes} bytes` });
}

function tooManyValues(maxValues: number, way = ""): ApiProblem {
  return new ApiProblem("payload_too_large", {
    message: `The body must have at most ${maxValues} values, of objects and arrays together${way}`,
  });
}

function problemOf(error: unknown, request: Request, maxBytes: number): unknown {
  const type = typeof error === "object" && error !== null && "type" in error ? error.type : undefined;
  switch (type) {
    case "entity.parse.failed":
      return new ApiProblem("malformed_json");
    case TOO_MANY_VALUES:
      return tooManyValues(MAX_VALUES);
    case UNUSABLE_NAME:
      return unusableName((error as Error).message);
    case "entity.verify.failed":
      return new ApiProblem("invalid_request");
    case "entity.too.large":
      return tooLarge(maxBytes);
    case "encoding.unsupported":
      return new ApiProblem("unsupported_media_type", {
        message: "Content-Encoding must be gzip, deflate or br, or absent",
      });
    case "charset.unsupported":
      return new ApiProblem("unsupported_media_type", {
        message: "The body must be in UTF-8, and Content-Type must say charset=utf-8 or no charset",
      });
    case "request.size.invalid":
    case "request.aborted":
    case "stream.encoding.set":
      return new ApiProblem("malformed_json", { message: "The body is incomplete: send it again" });
    default:
      // Other errors of a compressed body mean that it could not be unpacked; each format has its own error codes.
      return request.headers["content-encoding"] === undefined
        ? error
        : new ApiProblem("malformed_json", {
            message: "The body could not be decompressed: check Content-Encoding",
          });
  }
}

/** Like `response.status(…).json(…)`, without Express's look-ups for each response. */
export function sendJson(response: Response, status: number, body: unknown): void {
  response.statusCode = status;
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  response.end(JSON.stringify(body));
}
