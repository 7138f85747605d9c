import { MAX_BATCH_BYTES } from "@receipts/contracts";
import type { Request, RequestHandler } from "express";
import { ApiProblem } from "../http/api-problem.ts";
import { createBodyPlaces, type PlaceBounds } from "../http/body-places.ts";
import { clientNetwork } from "../http/client-address.ts";
import { readBytes, tooLarge } from "../http/json-body.ts";
import { createReceiveBody } from "../http/receive-body.ts";
import { callerOf } from "../http/request-context.ts";

const readJson = readBytes(MAX_BATCH_BYTES);
const readCsv = readBytes(MAX_BATCH_BYTES, {
  refusalOf: () => undefined,
  emptyText: "The body must be the list as CSV, with a header in its first line",
});

/** Each is in memory until its items are stored. */
const bounds: PlaceBounds = {
  sender: { bodies: 32, bytes: 32 * MAX_BATCH_BYTES },
  network: { bodies: 64, bytes: 64 * MAX_BATCH_BYTES },
  account: { bodies: 32, bytes: 32 * MAX_BATCH_BYTES },
  process: { bodies: 256, bytes: 256 * MAX_BATCH_BYTES },
};

/** Reads the bytes of JSON or CSV, in places of the account. */
export function createBatchBody(): RequestHandler {
  const places = createBodyPlaces("lists", bounds);
  const senderOf = (request: Request) => {
    const { userId } = callerOf(request);
    return { id: userId, account: userId, network: clientNetwork(request) };
  };
  const size = { maxBytes: MAX_BATCH_BYTES, tooLarge: () => tooLarge(MAX_BATCH_BYTES) };
  const ofJson = createReceiveBody({ places, senderOf, ...size, read: readJson });
  const ofCsv = createReceiveBody({ places, senderOf, ...size, read: readCsv });
  return (request, response, next) => {
    if (typeof request.is("text/csv") === "string") ofCsv(request, response, next);
    else if (request.is("application/json") !== false) ofJson(request, response, next);
    else
      next(
        new ApiProblem("unsupported_media_type", {
          message: "Send the list as application/json or text/csv",
        }),
      );
  };
}
