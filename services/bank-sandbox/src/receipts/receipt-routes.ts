import { askedForFailureHeader, type BankCode, readInFileHeader } from "@receipts/contracts";
import { type Request, type Response, Router } from "express";
import type {
  BankRequest,
  ParsedQuery,
  ReceiptEndpoint,
  SandboxBank,
  SandboxResponse,
} from "../sandbox-bank.ts";
import { hostFailure, type RespondWithReceipt } from "./respond-with-receipt.ts";

export interface ReceiptRoutesDeps {
  readonly banks: readonly SandboxBank[];
  readonly respondWithReceipt: RespondWithReceipt;
  /** Whether only ordered payments have receipts, as for a number that was read in a file. */
  readonly isStrict: boolean;
  readonly wait: (ms: number) => Promise<void>;
  readonly switchboard: {
    /** Counts the request and returns the state of the bank's host. */
    receive(bank: BankCode): { readonly down: boolean; readonly latencyMs: number };
  };
}

interface ServedEndpoint {
  readonly bank: BankCode;
  readonly endpoint: ReceiptEndpoint;
}

export function createReceiptRoutes(deps: ReceiptRoutesDeps): Router {
  const router = Router();
  for (const [path, served] of Map.groupBy(servedEndpoints(deps.banks), ({ endpoint }) => endpoint.path)) {
    router.get(path, async (request, response) => {
      const { bank, endpoint, query } = chooseEndpoint(served, bankRequest(request));
      const { down, latencyMs } = deps.switchboard.receive(bank);
      if (latencyMs > 0) await deps.wait(latencyMs);
      const isStrict = deps.isStrict || request.get(readInFileHeader) !== undefined;
      send(response, down ? hostFailure : await deps.respondWithReceipt(bank, endpoint, query, isStrict));
    });
  }
  return router;
}

function servedEndpoints(banks: readonly SandboxBank[]): ServedEndpoint[] {
  return banks.flatMap((bank) => bank.endpoints.map((endpoint) => ({ bank: bank.code, endpoint })));
}

/**
 * Selects the bank at this path whose reference has this shape. Without a match, the first responds "not found".
 */
function chooseEndpoint(
  served: readonly ServedEndpoint[],
  request: BankRequest,
): ServedEndpoint & { readonly query: ParsedQuery } {
  const candidates = served.map((one) => ({ ...one, query: one.endpoint.read(request) }));
  const chosen = candidates.find(({ query }) => query.kind !== "malformed") ?? candidates[0];
  if (chosen === undefined) throw new Error("a path without a bank");
  return chosen;
}

function bankRequest(request: Request): BankRequest {
  return {
    param: (name) => textOf(request.params[name]),
    query: (name) => textOf(request.query[name]),
    header: (name) => request.get(name),
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function send(response: Response, { status, contentType, body, isRequestedFailure }: SandboxResponse): void {
  if (isRequestedFailure) response.set(askedForFailureHeader, "true");
  response.status(status).type(contentType).end(body);
}
