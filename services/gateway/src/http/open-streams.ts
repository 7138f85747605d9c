import type { ServiceMetrics } from "@receipts/service-kit";
import type { Response } from "express";
import { ApiProblem } from "./api-problem.ts";

/** The streams of keys and sessions that this process holds open. */
export interface OpenStreams {
  /** Counts the stream until its connection closes. Throws 429 if there are too many. */
  count(userId: string, response: Response): void;
}

/** Open streams of one account in one process. */
const STREAMS_PER_ACCOUNT = 100;

export function createOpenStreams(deps: {
  readonly maxStreams: number;
  readonly metrics: ServiceMetrics;
}): OpenStreams {
  const open = deps.metrics.gauge("sse_connections", "Open streams of statuses and webhooks");
  const streamsOf = new Map<string, number>();
  let streams = 0;

  return {
    count: (userId, response) => {
      const count = streamsOf.get(userId) ?? 0;
      if (streams >= deps.maxStreams) {
        throw new ApiProblem("rate_limited", {
          message: "Too many streams are open: retry later, or poll",
          retryAfterSeconds: 15,
        });
      }
      if (count >= STREAMS_PER_ACCOUNT) {
        throw new ApiProblem("rate_limited", {
          message: `This account has ${STREAMS_PER_ACCOUNT} open streams: close some, or poll`,
          retryAfterSeconds: 15,
        });
      }
      streamsOf.set(userId, count + 1);
      streams += 1;
      open.inc();
      response.once("close", () => {
        open.dec();
        streams -= 1;
        const left = (streamsOf.get(userId) ?? 1) - 1;
        if (left === 0) streamsOf.delete(userId);
        else streamsOf.set(userId, left);
      });
    },
  };
}
