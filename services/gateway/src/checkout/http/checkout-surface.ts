import { CHECKOUT_VERSION } from "@receipts/contracts";
import type { Request, Response } from "express";
import type { CheckoutSurface } from "../../http/app.ts";
import { CheckoutProblem, sendCheckoutProblem, toCheckoutProblem } from "./checkout-problem.ts";

/** Whatever is under this path answers in the envelope of the checkout surface, errors of the framework included. */
export function isCheckoutCall({ path }: Pick<Request, "path">): boolean {
  return path === "/v1" || path.startsWith("/v1/");
}

/** Every answer of the surface names the version that it is in; there is one so far. */
export function nameCheckoutVersion(request: Request, response: Response): void {
  if (isCheckoutCall(request)) response.set("Service-Checkout-Version", CHECKOUT_VERSION);
}

/** In front of the error handler of the other surface, which finds the words for faults that nobody threw on purpose. */
export const checkoutErrorHandler: CheckoutSurface["errorHandler"] =
  (deps) => (error: unknown, request, response, next) => {
    if (!isCheckoutCall(request)) {
      next(error);
      return;
    }
    const problem = toCheckoutProblem(error instanceof CheckoutProblem ? error : deps.toProblem(error));
    deps.log(request, problem.code, error);
    if (response.headersSent) response.destroy();
    else sendCheckoutProblem(request, response, problem);
  };
