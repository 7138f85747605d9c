import type { ServiceMetrics } from "@receipts/service-kit";
import type { Request } from "express";
import { ApiProblem } from "../http/api-problem.ts";

/** Each has a file of up to 8 MiB in memory, and the last of them waits half a minute for its reading. */
const MOST_FILES = 16;
/** One owner leaves places for others. */
const MOST_FILES_OF_AN_OWNER = 4;

/** Places for files that are received or wait to be read, in one process. */
export interface FilePlaces {
  /** Takes a place until `leave`, or until the call ends. Throws if there is none. */
  take(request: Request, owner: string): void;
  /** Gives the place of the call back before the call ends. */
  leave(request: Request): void;
}

export function createFilePlaces(metrics: ServiceMetrics): FilePlaces {
  const gauge = metrics.gauge("receipt_files_open", "Files that are received, wait to be read or are read");
  const owners = new Map<Request, string>();
  const leave = (request: Request) => {
    owners.delete(request);
    gauge.set(owners.size);
  };
  return {
    leave,
    take(request, owner) {
      const own = [...owners.values()].filter((other) => other === owner).length;
      if (own >= MOST_FILES_OF_AN_OWNER)
        throw new ApiProblem("rate_limited", {
          message: `${MOST_FILES_OF_AN_OWNER} of your files are being read: send this one after them`,
          retryAfterSeconds: 2,
        });
      if (owners.size >= MOST_FILES)
        throw new ApiProblem("service_unavailable", {
          message: "Many files are being read: send this one again",
          retryAfterSeconds: 5,
        });
      owners.set(request, owner);
      gauge.set(owners.size);
      request.res?.once("close", () => leave(request));
    },
  };
}
