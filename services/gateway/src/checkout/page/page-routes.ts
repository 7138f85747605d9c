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

/** Handlers by path, called for well-formed tokens only. */
export interface PageHandlers {
  readonly page: Handle;
  readonly submit: Handle;
  readonly events: Handle;
  readonly logo: Handle;
  readonly readFile: Handle;
  readonly problem: (error: unknown, request: Request, response: Response) => Promise<void>;
  /** Sends an error of `readFile` to the page's script. */
  readonly fileProblem: (error: unknown, request: Request, response: Response) => void;
}

export interface PageRoutesDeps {
  readonly handlers: PageHandlers;
  readonly assets: PageAssets;
  readonly perAddress: RateLimiter;
  readonly requireSameOrigin: RequireSameOrigin;
}

/** All routes under `/checkout`. Errors are pages too. */
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
  // Paths contain the token, which opens the page: logs and metrics get the route's pattern instead.
  router.use(
    pageRouter([
      { paths: "/checkout/assets/:hash/*file", handlers: [assets.send] },
      { paths: "/checkout/:token", handlers: [handlers.page] },
      { paths: "/checkout/:token/events", handlers: [handlers.events] },
      { paths: "/checkout/:token/logo", handlers: [handlers.logo] },
      {
        paths: "/checkout/:token/receipts",
        method: "post",
        handlers: [ownPageOnly(requireSameOrigin), formBody, handlers.submit],
      },
      {
        paths: "/checkout/:token/read-file",
        method: "post",
        handlers: [ownPageOnly(requireSameOrigin), handlers.readFile],
      },
    ]),
  );
  router.use("/checkout", notFound);
  router.use(
    "/checkout/:token/read-file",
    (error: unknown, request: Request, response: Response, _next: NextFunction) =>
      handlers.fileProblem(error, request, response),
  );
  router.use((error: unknown, request: Request, response: Response, _next: NextFunction) =>
    handlers.problem(error, request, response),
  );
  return router;
}

/**
 * Only the page's own files run and load, no site can frame it, and other sites get no referrer. The one inline style
 * is allowed by its hash.
 */
function setHeaders({ style, ready }: Pick<PageAssets, "style" | "ready">): RequestHandler {
  const headers = {
    "Content-Security-Policy": `default-src 'none'; style-src ${style.source}; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    // With `no-referrer` a form would send the origin `null`, which browsers without Fetch Metadata could not
    // explain.
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex, nofollow",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
  };
  return async (_request, response, next) => {
    response.set(headers);
    await ready();
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

/** A browser that hides the referrer sends the origin `null`. Fetch Metadata then proves that the form is our own. */
function ownPageOnly(requireSameOrigin: RequireSameOrigin): RequestHandler {
  return (request, _response, next) => {
    const isOwn = request.get("origin") === "null" && request.get("sec-fetch-site") === "same-origin";
    if (!isOwn) requireSameOrigin(request);
    next();
  };
}

/** Shows the payment to a browser that returns to a form's address, by reload or from the history. */
const backToPage: RequestHandler = (request, response) => {
  contextOf(request).route = "/checkout/{token}/receipts";
  response.redirect(303, `/checkout/${encodeURIComponent(String(request.params["token"]))}`);
};
