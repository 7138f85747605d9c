import type { RateLimiter } from "@receipts/fast-store";
import { type NextFunction, type Request, type RequestHandler, type Response, Router } from "express";
import { ApiProblem } from "../../http/api-problem.ts";
import { clientNetwork } from "../../http/client-address.ts";
import { pageRouter } from "../../http/mount-page.ts";
import type { PageAssets } from "../../http/page-parts.ts";
import { contextOf } from "../../http/request-context.ts";
import type { RequireSameOrigin } from "../../http/require-same-origin.ts";
import { formBody } from "./form-body.ts";

type Handle = (request: Request, response: Response) => Promise<void>;

/** What answers on each path, given a token that could be one. */
export interface PageHandlers {
  readonly page: Handle;
  readonly submit: Handle;
  readonly events: Handle;
  readonly logo: Handle;
  readonly problem: (error: unknown, request: Request, response: Response) => Promise<void>;
}

export interface PageRoutesDeps {
  readonly handlers: PageHandlers;
  readonly assets: PageAssets;
  readonly perAddress: RateLimiter;
  readonly requireSameOrigin: RequireSameOrigin;
}

/** The hosted page: everything under `/checkout`, its errors included, is a page. */
export function pageRoutes({
  handlers,
  assets,
  perAddress,
  requireSameOrigin,
}: PageRoutesDeps): RequestHandler {
  const notFound: RequestHandler = (_request, _response, next) => next(new ApiProblem("not_found"));
  const router = Router({ caseSensitive: true, strict: true });
  router.use("/checkout", setHeaders(assets), limitAddress(perAddress));
  router.get("/checkout/:token/receipts", backToPage);
  // The paths have the token in them, which opens the page: logs and metrics have their names.
  router.use(
    pageRouter([
      { paths: "/checkout/assets/:hash/:file", handlers: [assets.send] },
      { paths: "/checkout/:token", handlers: [handlers.page] },
      { paths: "/checkout/:token/events", handlers: [handlers.events] },
      { paths: "/checkout/:token/logo", handlers: [handlers.logo] },
      {
        paths: "/checkout/:token/receipts",
        method: "post",
        handlers: [ownPageOnly(requireSameOrigin), formBody, handlers.submit],
      },
    ]),
  );
  router.use("/checkout", notFound);
  router.use((error: unknown, request: Request, response: Response, _next: NextFunction) =>
    handlers.problem(error, request, response),
  );
  return router;
}

/**
 * Nothing is run or loaded but the page's own files, nobody may frame it, and its address is told to no other site. The one
 * style is that whose hash is named; nothing inline runs.
 */
function setHeaders({ style }: Pick<PageAssets, "style">): RequestHandler {
  const headers = {
    "Content-Security-Policy": `default-src 'none'; style-src ${style.source}; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    // With `no-referrer` a form would call its origin `null`, and browsers without Fetch Metadata say nothing else.
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex, nofollow",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
  };
  return (_request, response, next) => {
    response.set(headers);
    next();
  };
}

function limitAddress(perAddress: RateLimiter): RequestHandler {
  return async (request, _response, next) => {
    const { allowed, resetMs } = await perAddress.consume(clientNetwork(request));
    if (!allowed) throw new ApiProblem("rate_limited", { retryAfterSeconds: resetMs / 1_000 });
    next();
  };
}

/** A browser that tells nobody addresses calls the origin `null`; one that says that the form is our own is believed. */
function ownPageOnly(requireSameOrigin: RequireSameOrigin): RequestHandler {
  return (request, _response, next) => {
    const isOwn = request.get("origin") === "null" && request.get("sec-fetch-site") === "same-origin";
    if (!isOwn) requireSameOrigin(request);
    next();
  };
}

/** Whoever comes back to a form's address, by reloading or from the history, is shown the payment. */
const backToPage: RequestHandler = (request, response) => {
  contextOf(request).route = "/checkout/{token}/receipts";
  response.redirect(303, `/checkout/${encodeURIComponent(String(request.params["token"]))}`);
};
