import type { Log } from "@receipts/service-kit";
import { chooseLanguage, type Html, html, sendPage } from "@receipts/web-pages";
import type { Request, Response } from "express";
import { ApiProblem } from "../../http/api-problem.ts";
import { isDatabaseOutage } from "../../http/database-outage.ts";
import { contextOf } from "../../http/request-context.ts";
import type { PageAssets } from "./page-assets.ts";
import { framed } from "./page-frame.ts";
import { type PageProblem, type PageTexts, pageTexts } from "./page-texts.ts";

const PAYMENT_PATH = /^\/checkout\/[\w-]{32}(?![\w-])/;

/** Whatever goes wrong is answered by a page, and nothing internal is in it. */
export function createSendProblem({ assets, log }: { readonly assets: PageAssets; readonly log: Log }) {
  return async (error: unknown, request: Request, response: Response): Promise<void> => {
    const problem = toProblem(error);
    const { status, page } = pageProblemOf(problem.code);
    const { requestId, route, logFields } = contextOf(request);
    logFields["errorCode"] = problem.code;
    if (status >= 500) log.error("http.request_failed", { requestId, route, error });
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const seconds = Math.max(1, Math.ceil(problem.options.retryAfterSeconds ?? 1));
    const retryAfterSeconds = status === 429 || status === 503 ? seconds : undefined;
    if (retryAfterSeconds !== undefined) response.set("Retry-After", String(retryAfterSeconds));
    const choice = chooseLanguage(request);
    const texts = pageTexts[choice.language];
    const [paymentPath] = PAYMENT_PATH.exec(request.path) ?? [];
    const backTo = paymentPath === undefined ? undefined : `${paymentPath}${choice.query}`;
    const main = problemMain({ texts, page, retryAfterSeconds, backTo });
    const path = paymentPath ?? "/checkout/-";
    const { title } = texts.problems[page];
    await sendPage(request, response, { status, text: framed({ choice, path, title, assets, main }) });
  };
}

function toProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (isDatabaseOutage(error)) {
    return new ApiProblem("service_unavailable", { cause: error, retryAfterSeconds: 5 });
  }
  // Express's own refusal of a path such as `/checkout/%E0%A4%A`.
  return new ApiProblem(error instanceof URIError ? "not_found" : "internal_error", { cause: error });
}

/** Only what the payer can do about it tells the pages apart. */
function pageProblemOf(code: ApiProblem["code"]): { readonly status: number; readonly page: PageProblem } {
  switch (code) {
    case "not_found":
      return { status: 404, page: "not_found" };
    case "method_not_allowed":
      return { status: 405, page: "not_found" };
    case "rate_limited":
      return { status: 429, page: "rate_limited" };
    case "origin_rejected":
      return { status: 403, page: "foreign" };
    case "payload_too_large":
      return { status: 413, page: "unusable" };
    case "unsupported_media_type":
      return { status: 415, page: "unusable" };
    case "invalid_request":
      return { status: 400, page: "unusable" };
    case "service_unavailable":
      return { status: 503, page: "unavailable" };
    default:
      return { status: 500, page: "internal" };
  }
}

function problemMain(problem: {
  readonly texts: PageTexts;
  readonly page: PageProblem;
  readonly retryAfterSeconds: number | undefined;
  /** The payment's own page, where the address is one of a payment. */
  readonly backTo: string | undefined;
}): Html {
  const { texts, page, retryAfterSeconds, backTo } = problem;
  const { title, todo } = texts.problems[page];
  return html`<main id="content">
<h1 tabindex="-1" id="heading">${title}</h1>
<div class="notice bad"><p>${todo}</p>${retryAfterSeconds !== undefined && html`<p>${texts.waitSeconds(retryAfterSeconds)}</p>`}</div>
${backTo !== undefined && page !== "not_found" && html`<p><a class="button quiet" href="${backTo}">${texts.backToPayment}</a></p>`}
</main>`;
}
