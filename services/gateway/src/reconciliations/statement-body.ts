import { type BankCode, MAX_STATEMENT_BYTES } from "@receipts/contracts";
import type { RequestHandler } from "express";
import { ApiProblem } from "../http/api-problem.ts";
import { createBytesBody, incomplete } from "../http/bytes-body.ts";
import { callerOf } from "../http/request-context.ts";

/** Each is in memory until it is stored. */
const MOST_AT_ONCE = 3;
const read = createBytesBody("A statement", MAX_STATEMENT_BYTES);

/** Reads the bytes of a statement, for few callers at a time and one of each account: a slow one holds up its own. */
export function createStatementBody(): RequestHandler {
  const sending = new Set<string>();
  return (request, response, next) => {
    const { userId } = callerOf(request);
    const problem = refusalOf(sending, userId, response.closed);
    if (problem !== undefined) {
      next(problem);
      return;
    }
    sending.add(userId);
    response.once("close", () => sending.delete(userId));
    read(request, response, next);
  };
}

function refusalOf(sending: ReadonlySet<string>, userId: string, hasLeft: boolean): ApiProblem | undefined {
  // Left while its caller was checked: no "close" event would give the place back.
  if (hasLeft) return incomplete();
  if (sending.has(userId))
    return new ApiProblem("rate_limited", {
      retryAfterSeconds: 2,
      message: "Another statement of yours is being sent: send this one after it",
    });
  if (sending.size < MOST_AT_ONCE) return undefined;
  return new ApiProblem("service_unavailable", {
    retryAfterSeconds: 5,
    message: "Others send statements now",
  });
}

export function requireBytes(body: unknown): Buffer {
  if (Buffer.isBuffer(body) && body.length > 0) return body;
  throw new ApiProblem("invalid_request", { message: "The body must be the bytes of the statement" });
}

/** Refuses at once what the reader could only fail with. */
export function refuseOtherFiles(body: unknown, bank: BankCode): void {
  if (!Buffer.isBuffer(body)) return;
  // Its branches give statements as PDF only.
  if (bank === "cbe" && body.subarray(0, 4).toString("latin1") === "%PDF") return;
  const other = others.find(([start]) => body.subarray(0, start.length).equals(start));
  if (other === undefined) return;
  throw new ApiProblem("unsupported_media_type", {
    message: `A statement must be CSV or XLSX, at \`cbe\` also PDF, not ${other[1]}: save or export it again`,
  });
}

const others = [
  [Buffer.from("%PDF"), "PDF"],
  // Also a workbook with a password.
  [Buffer.from("d0cf11e0", "hex"), "an old or protected workbook"],
  [Buffer.from("<"), "HTML or XML"],
  [Buffer.from("89504e47", "hex"), "a picture"],
] as const;
