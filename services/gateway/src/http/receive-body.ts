import { giveBodyTime } from "@receipts/service-kit";
import type { Request, RequestHandler } from "express";
import { ApiProblem } from "./api-problem.ts";
import type { BodyPlaces, BodySender } from "./body-places.ts";
import { stopReading } from "./bytes-body.ts";

export interface ArrivalLimits {
  readonly ms: number;
  /** From then on the body must have come at this rate, on average since its start. */
  readonly slowAfterMs: number;
  readonly bytesPerSecond: number;
}

/** A slow phone sends a photo in it; a caller that stands still gives its place back. */
const arrivalLimits: ArrivalLimits = { ms: 60_000, slowAfterMs: 10_000, bytesPerSecond: 2_048 };
/** The response comes before the server closes the connection. */
const MARGIN_MS = 5_000;

/** Receives a large body in its place, within limits of bytes and time. `read` parses it. */
export function createReceiveBody(deps: {
  readonly places: BodyPlaces;
  readonly senderOf: (request: Request) => BodySender;
  readonly read: RequestHandler;
  /** Checked before the places: a body that is too large gets `tooLarge`, however full they are. */
  readonly maxBytes: number;
  readonly tooLarge: () => unknown;
  readonly limits?: ArrivalLimits;
}): RequestHandler {
  const { places, maxBytes, limits = arrivalLimits } = deps;
  return (request, response, next) => {
    let isOver = false;
    const end = (error?: unknown): boolean => {
      if (isOver) return false;
      isOver = true;
      clearInterval(looking);
      request.off("data", count);
      if (error !== undefined) {
        stopReading(request);
        places.leave(request);
      }
      next(error);
      return true;
    };
    try {
      places.take(request, deps.senderOf(request), end);
    } catch (error) {
      next(error);
      return;
    }
    giveBodyTime(request, limits.ms + MARGIN_MS);
    const startedAt = performance.now();
    let received = 0;
    const count = (chunk: Buffer) => {
      received += chunk.length;
      if (received > maxBytes) {
        end(deps.tooLarge());
        return;
      }
      try {
        places.grow(request, chunk.length);
      } catch (error) {
        end(error);
      }
    };
    const look = () => {
      const problem = lateness(performance.now() - startedAt, received, limits);
      if (problem !== undefined) end(problem);
    };
    const looking = setInterval(look, Math.min(1_000, limits.slowAfterMs)).unref();
    deps.read(request, response, end);
    if (!isOver) request.on("data", count);
  };
}

function lateness(ms: number, received: number, limits: ArrivalLimits): ApiProblem | undefined {
  if (ms >= limits.ms)
    return new ApiProblem("request_timeout", {
      message: `The body did not arrive within ${limits.ms / 1_000} seconds: send a smaller one`,
    });
  if (ms < limits.slowAfterMs || received >= (limits.bytesPerSecond * ms) / 1_000) return undefined;
  return new ApiProblem("request_timeout", {
    message: `The body arrived at less than ${limits.bytesPerSecond} bytes a second: send it again on a better connection, or a smaller one`,
  });
}
