import type { Request } from "express";
import { ApiProblem } from "./api-problem.ts";

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

export type RequireSameOrigin = (request: Request) => void;

/**
 * Browsers send a cookie along with whatever a foreign page makes them send, but they say where it came from. Throws 403
 * `origin_rejected`. Clients that are no browsers say nothing, and have no cookie that they did not mean to send.
 *
 * The origin is that of the base URL, scheme included: whoever can answer for `http://` of a name can answer for all of
 * it, and must not speak for `https://`. Where the base URL itself is `http`, as in development, there is no scheme to fall
 * back from, and the service may be called by another name or port than it knows (`127.0.0.1` for `localhost`).
 */
export function createRequireSameOrigin(baseUrl: string): RequireSameOrigin {
  const ours = new URL(baseUrl);
  const isOurs = (origin: string, host: string | undefined) =>
    origin === ours.origin || (ours.protocol === "http:" && isOfHost(origin, host));
  return (request) => {
    if (READS.has(request.method)) return;
    const origin = request.get("origin");
    const site = request.get("sec-fetch-site");
    const isForeign =
      origin === undefined
        ? site !== undefined && site !== "same-origin" && site !== "none"
        : !isOurs(origin, request.get("host"));
    if (isForeign) throw new ApiProblem("origin_rejected");
  };
}

/** A page cannot choose the Host header, so one that was served under this name is ours, whatever it is called outside. */
function isOfHost(origin: string, host: string | undefined): boolean {
  return host !== undefined && URL.parse(origin)?.host === host;
}
