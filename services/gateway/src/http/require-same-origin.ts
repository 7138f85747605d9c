import type { Request } from "express";
import { ApiProblem } from "./api-problem.ts";

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

export type RequireSameOrigin = (request: Request) => void;

/**
 * Browsers attach a cookie to calls from foreign pages, but they send the page's origin. Throws 403 `origin_rejected`.
 * Other clients send no origin, and no cookie unintentionally.
 *
 * The origin must be that of the base URL, with its scheme. An attacker who can serve `http://` of a name can serve all
 * of it, and must not pass for `https://`. If the base URL itself is `http`, as in development, the service may be
 * called by another name or port (`127.0.0.1` for `localhost`).
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

/** A page cannot choose the Host header, so a page served under that name is ours, even by another public name. */
function isOfHost(origin: string, host: string | undefined): boolean {
  return host !== undefined && URL.parse(origin)?.host === host;
}
