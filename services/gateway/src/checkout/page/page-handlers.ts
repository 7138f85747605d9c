import type { BankCode } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import type { RateLimiter } from "@receipts/fast-store";
import { type Log, settlesWithin } from "@receipts/service-kit";
import { chooseLanguage, sendPage } from "@receipts/web-pages";
import type { Request, Response } from "express";
import { ApiProblem } from "../../http/api-problem.ts";
import type { PageAssets } from "../../http/page-parts.ts";
import { contextOf } from "../../http/request-context.ts";
import type { SharedPoller } from "../../http/shared-poller.ts";
import { findLogo } from "../../profile/logo-repository.ts";
import type { SessionCookie } from "../../sessions/session-cookie.ts";
import { checkoutUrlOf, type DepositRow } from "../deposits/deposit-row.ts";
import type { SubmitReceipt, SubmitReceiptResult } from "../receipts/submit-receipt.ts";
import { chooseBank, withParameters } from "./bank-choice.ts";
import { depositMain, headingOf } from "./deposit-page.ts";
import { readReceiptForm } from "./form-body.ts";
import type { DepositPage } from "./page-content.ts";
import { framed } from "./page-frame.ts";
import { findPageFacts, MAX_SHOWN_LOGO_BYTES } from "./page-repository.ts";
import type { PageHandlers } from "./page-routes.ts";
import type { SendPageStream } from "./page-stream.ts";
import { type FormFault, pageTexts } from "./page-texts.ts";
import { type PageView, viewOf } from "./page-view.ts";
import { createSendProblem } from "./problem-page.ts";
import { createReadReceiptFile, createSendFileProblem, type ReceiptFileDeps } from "./receipt-file.ts";
import type { FilledForm } from "./receipt-form.ts";

export interface PageHandlersDeps extends ReceiptFileDeps {
  readonly database: Queryable;
  readonly findDeposit: (token: string) => Promise<DepositRow | undefined>;
  readonly submitReceipt: SubmitReceipt;
  readonly sendStream: SendPageStream;
  readonly watcher: SharedPoller<PageView>;
  readonly assets: PageAssets;
  readonly sandboxed: readonly BankCode[];
  readonly checkoutBaseUrl: string;
  /** The bank that a payer chose last in this browser. */
  readonly bankCookie: Pick<SessionCookie, "read" | "write">;
  readonly downBanks: () => Promise<ReadonlySet<BankCode>>;
  readonly perDeposit: RateLimiter;
  readonly draining: AbortSignal;
  readonly log: Log;
}

const TOKEN = /^[\w-]{32}$/;
/** Maximum wait for the verdict in browsers without scripts. After it, payers refresh the page themselves. */
const OUTCOME_WAIT_MS = 8_000;
const REMEMBERED_MS = 180 * 86_400_000;

export function createPageHandlers(deps: PageHandlersDeps): PageHandlers {
  const readReceiptFile = createReadReceiptFile(deps);

  async function send(request: Request, response: Response, page: DepositPage): Promise<void> {
    const heading = headingOf(page);
    const isFault = page.filled !== undefined;
    const title = `${isFault ? `${page.texts.fault}: ` : ""}${heading} – ${page.facts.merchant}`;
    await sendPage(request, response, {
      status: isFault ? 422 : 200,
      text: framed({
        choice: chooseLanguage(request),
        path: page.path,
        parameters: page.bankChoice.parameters,
        title,
        assets: deps.assets,
        sandboxed: deps.sandboxed,
        main: depositMain(page),
      }),
    });
  }

  async function submit(request: Request, response: Response): Promise<void> {
    const page = await pageOf(deps, request);
    const { deposit } = page;
    const { allowed, resetMs } = await deps.perDeposit.consume(deposit.id);
    if (!allowed) throw new ApiProblem("rate_limited", { retryAfterSeconds: resetMs / 1_000 });
    const form = readReceiptForm(request.body);
    const { requestId, traceparent } = contextOf(request);
    const outcome: SubmitReceiptResult | { readonly kind: "empty" } =
      form.text.trim() === ""
        ? { kind: "empty" }
        : await deps.submitReceipt({ depositId: deposit.id, ...form, cause: { requestId, traceparent } });
    const faults = faultsOf(outcome);
    const now = faults === undefined ? undefined : await pageOf(deps, request);
    if (now !== undefined && faults !== undefined && hasForm(now)) {
      const filled: FilledForm = { ...form, faults };
      await send(request, response, { ...now, filled });
      return;
    }
    if (outcome.kind === "submitted" && !form.isLive) {
      await waitForVerdict(response, deposit.id);
      const after = await pageOf(deps, request);
      // Nothing stores the text: a redirect would lose it, and the payer would have to paste it again.
      if (canCorrect(after)) {
        await send(request, response, { ...after, filled: { ...form, faults: [] } });
        return;
      }
    }
    // Replaces the form's fragment, which browsers would keep: the page would then scroll past the verdict.
    response.redirect(303, `${page.path}${page.query}#heading`);
  }

  /** Waits until the receipt has a verdict, the wait is over, or the client has disconnected. */
  async function waitForVerdict(response: Response, depositId: string): Promise<void> {
    // The client has disconnected already: no event would follow.
    if (response.closed || response.destroyed) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = deps.watcher.follow(depositId, ({ scene, recheck }) => {
      if (scene !== "verifying" || recheck !== null) resolve();
    });
    response.once("close", resolve);
    await settlesWithin(promise, OUTCOME_WAIT_MS, deps.draining);
    stop();
  }

  return {
    page: async (request, response) => {
      const page = await pageOf(deps, request);
      const { newlyChosen } = page.bankChoice;
      if (newlyChosen !== undefined)
        deps.bankCookie.write(response, newlyChosen, new Date(Date.now() + REMEMBERED_MS));
      await send(request, response, page);
    },
    submit,
    events: async (request, response) => {
      const { deposit, view } = await pageOf(deps, request);
      deps.sendStream(request, response, { id: deposit.id, view });
    },
    logo: async (request, response) => {
      const { deposit, facts } = await pageOf(deps, request);
      const logo = facts.logo === null ? undefined : await findLogo(deps.database, deposit.userId);
      if (logo === undefined || logo.bytes.length > MAX_SHOWN_LOGO_BYTES) throw new ApiProblem("not_found");
      response.set({
        "Content-Type": logo.contentType,
        "Cache-Control": "private, max-age=3600",
        "Content-Security-Policy": "default-src 'none'; sandbox",
      });
      response.send(logo.bytes);
    },
    readFile: async (request, response) => readReceiptFile(await pageOf(deps, request), request, response),
    problem: createSendProblem(deps),
    fileProblem: createSendFileProblem(deps),
  };
}

async function pageOf(deps: PageHandlersDeps, request: Request): Promise<DepositPage> {
  const token = String(request.params["token"]);
  const deposit = TOKEN.test(token) ? await deps.findDeposit(token) : undefined;
  if (deposit === undefined) throw new ApiProblem("not_found");
  contextOf(request).logFields["depositId"] = deposit.id;
  const [facts, downBanks] = await Promise.all([findPageFacts(deps.database, deposit), deps.downBanks()]);
  const { language, query: languageQuery } = chooseLanguage(request);
  const { from, to } = request.query;
  const bankChoice = chooseBank(deposit.paymentOptions, {
    from,
    to,
    remembered: deps.bankCookie.read(request),
  });
  return {
    deposit,
    facts,
    view: viewOf(deposit, facts),
    texts: pageTexts[language],
    language,
    path: `/checkout/${token}`,
    query: withParameters(languageQuery, bankChoice.parameters),
    languageQuery,
    address: checkoutUrlOf(deps.checkoutBaseUrl, token),
    bankChoice,
    downBanks,
  };
}

/** True if the input can be shown again. A receipt sent while another one is checked can be resent later. */
function hasForm({ view }: DepositPage): boolean {
  return view.form === "open" || view.scene === "verifying";
}

/** True if the receipt was rejected, and the payer can correct it. */
function canCorrect({ view }: DepositPage): boolean {
  return view.scene !== "review" && view.form === "open" && view.rejection !== null;
}

/** Faults that the payer must fix before an attempt. Undefined if there was one, or if none is possible. */
function faultsOf(outcome: SubmitReceiptResult | { readonly kind: "empty" }): FormFault[] | undefined {
  switch (outcome.kind) {
    case "empty":
    case "other_bank":
    case "no_receipt":
      return [outcome.kind];
    case "unreadable": {
      const fields = outcome.missing.map(({ field }) => field);
      if (fields.length === 0 || fields.includes("reference")) return ["unreadable"];
      return [
        ...(fields.includes("suffix") ? (["missing_suffix"] as const) : []),
        ...(fields.includes("phone") ? (["missing_phone"] as const) : []),
      ];
    }
    case "refused":
      return outcome.refusal === "in_progress" ? [outcome.refusal] : undefined;
    case "unknown_deposit":
      throw new ApiProblem("not_found");
    default:
      return undefined;
  }
}
