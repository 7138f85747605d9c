import { type ApiErrorCode, apiErrors, bankTitle } from "@receipts/contracts";
import type { RateLimiter } from "@receipts/fast-store";
import type { Log } from "@receipts/service-kit";
import { chooseLanguage, htmlText } from "@receipts/web-pages";
import type { Request, RequestHandler, Response } from "express";
import { ApiProblem } from "../../http/api-problem.ts";
import type { BodyPlaces } from "../../http/body-places.ts";
import { clientNetwork } from "../../http/client-address.ts";
import { logProblem, retryAfterOf, toProblem } from "../../http/send-problem.ts";
import { createFileBody } from "../../receipt-files/file-body.ts";
import type { ReadFile } from "../../receipt-files/read-file.ts";
import type { VerifyRules } from "../../verification/verify-command.ts";
import { receiptEntries } from "../receipts/receipt-entries.ts";
import { readOf } from "./form-body.ts";
import type { DepositPage } from "./page-content.ts";
import { type FileFault, pageTexts } from "./page-texts.ts";
import { moreFields } from "./receipt-form.ts";

export interface ReceiptFileDeps {
  readonly places: BodyPlaces;
  readonly readFile: ReadFile;
  readonly rules: Pick<VerifyRules, "banks" | "detect">;
  readonly filesPerDeposit: RateLimiter;
}

/** Reads the file of a payer and sends what the form can be filled with. Stores nothing. */
export function createReadReceiptFile(deps: ReceiptFileDeps) {
  return async (page: DepositPage, request: Request, response: Response): Promise<void> => {
    const { deposit, view, texts, language } = page;
    if (view.form !== "open") throw new ApiProblem("invalid_state");
    const { allowed, resetMs } = await deps.filesPerDeposit.consume(deposit.id);
    if (!allowed) throw new ApiProblem("rate_limited", { retryAfterSeconds: resetMs / 1_000 });
    await received(
      createFileBody(deps.places, () => ({
        id: deposit.id,
        account: deposit.userId,
        network: clientNetwork(request),
      })),
      request,
      response,
    );
    const { candidates } = await deps.readFile(request);
    const entries = receiptEntries(deps.rules, deposit.paymentOptions, candidates);
    const [likeliest] = candidates;
    if (entries.length === 0 && likeliest !== undefined) {
      response.status(422).json({ message: texts.fileOfOtherBank(bankTitle(likeliest.bank, language)) });
      return;
    }
    response.json({
      candidates: entries.map((entry) => ({
        label: [bankTitle(entry.bank, language), entry.text, entry.suffix, entry.phone]
          .filter(Boolean)
          .join(" "),
        text: entry.text,
        fields: htmlText(moreFields(page, { ...entry, read: readOf(entry) })),
      })),
    });
  };
}

async function received(readBody: RequestHandler, request: Request, response: Response): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  readBody(request, response, (error: unknown) => (error === undefined ? resolve() : reject(error)));
  await promise;
}

/** One per possible next step of the payer. Any other error is ours. */
const faults = {
  reference_not_found: "unread",
  no_receipt_in_message: "no_receipt",
  unsupported_bank: "other_bank",
  unsupported_media_type: "not_a_picture",
  payload_too_large: "too_large",
  invalid_request: "not_sent",
  request_timeout: "not_sent",
  invalid_payload: "not_sent",
  rate_limited: "too_often",
  invalid_state: "closed",
  not_found: "closed",
  method_not_allowed: "closed",
  origin_rejected: "foreign",
  service_unavailable: "failed",
  internal_error: "failed",
} as const satisfies Partial<Record<ApiErrorCode, FileFault>>;

const isFault = (code: string): code is keyof typeof faults => Object.hasOwn(faults, code);

/** Sends an error to the page's script, in the payer's language and without internal details. */
export function createSendFileProblem({ log }: { readonly log: Log }) {
  return (error: unknown, request: Request, response: Response): void => {
    const problem = toProblem(error);
    const code = isFault(problem.code) ? problem.code : "internal_error";
    logProblem(log, request, code, error);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const { status } = apiErrors[code];
    const retryAfterSeconds = retryAfterOf(problem, status);
    if (retryAfterSeconds !== undefined) response.set("Retry-After", String(retryAfterSeconds));
    const texts = pageTexts[chooseLanguage(request).language];
    response.status(status).json({ message: texts.fileFaults[faults[code]] });
  };
}
