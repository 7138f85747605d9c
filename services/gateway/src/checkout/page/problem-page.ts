import { type ApiErrorCode, apiErrors } from "@receipts/contracts";
import type { Log } from "@receipts/service-kit";
import { chooseLanguage, type Html, html, sendPage } from "@receipts/web-pages";
import type { Request, Response } from "express";
import type { PageAssets } from "../../http/page-parts.ts";
import { logProblem, retryAfterOf, toProblem } from "../../http/send-problem.ts";
import { framed, type PageFrame } from "./page-frame.ts";
import { type PageProblem, type PageTexts, pageTexts } from "./page-texts.ts";

const PAYMENT_PATH = /^\/checkout\/[\w-]{32}(?![\w-])/;

/** Renders every error as a page without internal details. */
export function createSendProblem({
  assets,
  sandboxed,
  log,
}: Pick<PageFrame, "sandboxed"> & { readonly assets: PageAssets; readonly log: Log }) {
  return async (error: unknown, request: Request, response: Response): Promise<void> => {
    const problem = toProblem(error);
    const code = codeOnPage(problem.code);
    const page = pages[code];
    const { status } = apiErrors[code];
    logProblem(log, request, code, error);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const retryAfterSeconds = retryAfterOf(problem, status);
    if (retryAfterSeconds !== undefined) response.set("Retry-After", String(retryAfterSeconds));
    const choice = chooseLanguage(request);
    const texts = pageTexts[choice.language];
    const [paymentPath] = PAYMENT_PATH.exec(request.path) ?? [];
    const backTo = paymentPath === undefined ? undefined : `${paymentPath}${choice.query}`;
    const main = problemMain({ texts, page, retryAfterSeconds, backTo });
    const path = paymentPath ?? "/checkout/-";
    const { title } = texts.problems[page];
    await sendPage(request, response, {
      status,
      text: framed({ choice, path, title, assets, main, sandboxed }),
    });
  };
}

/** One page per possible next step of the payer. Any other error is ours. */
const pages = {
  not_found: "not_found",
  method_not_allowed: "not_found",
  rate_limited: "rate_limited",
  origin_rejected: "foreign",
  payload_too_large: "unusable",
  unsupported_media_type: "unusable",
  invalid_request: "unusable",
  service_unavailable: "unavailable",
  internal_error: "internal",
} as const satisfies Partial<Record<ApiErrorCode, PageProblem>>;

function codeOnPage(code: string): keyof typeof pages {
  return Object.hasOwn(pages, code) ? (code as keyof typeof pages) : "internal_error";
}

function problemMain(problem: {
  readonly texts: PageTexts;
  readonly page: PageProblem;
  readonly retryAfterSeconds: number | undefined;
  /** The payment's page, if the address belongs to a payment. */
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
