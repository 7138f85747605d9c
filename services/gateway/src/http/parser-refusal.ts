import { randomUUID } from "node:crypto";
import { type CheckoutErrorEnvelope, type ErrorEnvelope, errorDocUrl } from "@receipts/contracts";
import type { Log, Refusal } from "@receipts/service-kit";

/** The response to invalid HTTP: it has the fields of both surfaces' errors, so clients of either can parse it. */
export function createParserRefusal(log: Log, publicBaseUrl: string): (status: number) => Refusal {
  return (status) => {
    const requestId = randomUUID();
    log.warn("http.unreadable", { requestId, status });
    const code = codeOf(status);
    const body: ErrorEnvelope & CheckoutErrorEnvelope = {
      success: false,
      message: messageOf(status),
      data: null,
      error: { code, docUrl: errorDocUrl(publicBaseUrl, code), message: messageOf(status) },
      meta: { requestId },
    };
    return {
      headers: { "content-type": "application/json; charset=utf-8", "x-request-id": requestId },
      body: JSON.stringify(body),
    };
  };
}

function codeOf(status: number): "payload_too_large" | "request_timeout" | "invalid_request" {
  if (status === 431 || status === 413) return "payload_too_large";
  return status === 408 ? "request_timeout" : "invalid_request";
}

function messageOf(status: number): string {
  switch (status) {
    case 431:
      return "The path and headers must have at most 16 KiB";
    case 413:
      return "The body comes in thousands of chunks of a few bytes: send larger ones, or its length";
    case 408:
      return "The request did not arrive in time";
    case 417:
      return "The Expect header must be 100-continue or absent";
    default:
      return "This is not a valid HTTP request";
  }
}
