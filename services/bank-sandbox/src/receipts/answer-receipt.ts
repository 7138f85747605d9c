import type { BankCode } from "@receipts/contracts";
import type { Payment } from "../payments/payment.ts";
import type { ReceiptAsk, ReceiptEndpoint, ReceiptQuery, SandboxResponse } from "../sandbox-bank.ts";
import { htmlAnswer } from "./bank-answers.ts";
import { escapeHtml } from "./escape-html.ts";
import { outcomeOf } from "./reference-outcome.ts";

export interface AnswerReceiptDeps {
  readonly payments: { find(bank: BankCode, key: string): Payment | undefined };
  readonly wait: (ms: number) => Promise<void>;
  readonly slowAnswerMs: number;
}

export type AnswerReceipt = (
  bank: BankCode,
  endpoint: ReceiptEndpoint,
  ask: ReceiptAsk,
) => Promise<SandboxResponse>;

export const hostFailure: SandboxResponse = {
  status: 503,
  contentType: "text/html; charset=utf-8",
  body: "<html><body><h1>503 Service Unavailable</h1></body></html>",
};

/** Neither a receipt nor any bank's way to say "not found"; a changed page still shows what was asked for. */
function unrecognizable({ key }: ReceiptQuery): SandboxResponse {
  const notice = `<p>Our offices close early today.</p><p>${escapeHtml(key)}</p>`;
  return htmlAnswer(`<!DOCTYPE html><html><head><title>Notice</title></head><body>${notice}</body></html>`);
}

export function createAnswerReceipt(deps: AnswerReceiptDeps): AnswerReceipt {
  function shown(endpoint: ReceiptEndpoint, payment: Payment, ask: ReceiptQuery) {
    if (!belongsToParty(payment, ask)) return endpoint.notFound;
    const isHidden = payment.status === "reversed" && !endpoint.showsReversal;
    return isHidden ? (endpoint.withdrawn ?? endpoint.notFound) : endpoint.render(payment);
  }

  return async (bank, endpoint, ask) => {
    if (ask.kind === "refused") return ask.answer;
    if (ask.kind === "malformed") return endpoint.notFound;
    const ordered = deps.payments.find(bank, ask.key);
    if (ordered !== undefined) return shown(endpoint, ordered, ask);
    switch (outcomeOf(ask.outcomeLetters ?? ask.key)) {
      case "not_found":
        return endpoint.notFound;
      case "down":
        return { ...hostFailure, isAskedForFailure: true };
      case "unrecognizable":
        return unrecognizable(ask);
      case "reversed":
        return shown(endpoint, { ...endpoint.derive(ask), status: "reversed" }, ask);
      case "slow":
        await deps.wait(deps.slowAnswerMs);
        return shown(endpoint, endpoint.derive(ask), ask);
      case "genuine":
        return shown(endpoint, endpoint.derive(ask), ask);
    }
  };
}

function belongsToParty({ sender, receiver }: Payment, ask: ReceiptQuery): boolean {
  const { accountDigits = "", payerDigits = "" } = ask;
  if (!sender.account.endsWith(payerDigits)) return false;
  return sender.account.endsWith(accountDigits) || receiver.account.endsWith(accountDigits);
}
