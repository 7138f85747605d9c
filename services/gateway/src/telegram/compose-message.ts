import { bankTitle, isTerminal } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { decisionWords, type PageLanguage, reasonSentence } from "@receipts/web-pages";
import { birrText, type DaySummary, readDaySummary } from "../reports/read-day-summary.ts";
import type { VerificationRepository, VerificationRow } from "../verification/verification-repository.ts";
import { wasSentBy } from "./bot-repository.ts";
import type { QueuedMessage } from "./message-repository.ts";
import { type MessageKind, messageTexts } from "./message-texts.ts";

export interface ComposedText {
  readonly text: string;
  readonly button?: Button;
}

export type Composed =
  | ({ readonly kind: "text" } & ComposedText)
  /** The verdict has not come yet. */
  | { readonly kind: "later" }
  /** Its subject is gone. */
  | { readonly kind: "nothing" };

/** A link below the message. Nothing is decided in a chat. */
export interface Button {
  readonly title: string;
  readonly url: string;
}

export interface ComposeDeps {
  readonly database: Queryable;
  readonly verifications: Pick<VerificationRepository, "find">;
  readonly publicBaseUrl: string;
}

/** Names and amounts are read now, so that the queue holds none. */
export async function composeMessage(
  deps: ComposeDeps,
  { kind, chatId, userId, subject, content }: QueuedMessage,
  language: PageLanguage,
): Promise<Composed> {
  const texts = messageTexts[language];
  const text = (...lines: readonly string[]) => ({ kind: "text", text: lines.join("\n") }) as const;
  const pageOf = (path: string) => `${deps.publicBaseUrl}/dashboard${path}`;
  if (isFixed(kind)) return text(texts.fixed[kind]);
  if (userId === null) return { kind: "nothing" };
  if (kind === "credits_low") return text(texts.creditsLow(content.balance ?? 0), pageOf("/credits"));
  if (kind === "daily_summary")
    return text(texts.summary(await readSummary(deps.database, userId, content)), pageOf("/reports"));
  const title = kind === "review_needed" ? texts.reviewNeeded : texts.receiptReused;
  if (subject?.startsWith("dep_") === true) {
    const url = pageOf(`/deposits/${subject}`);
    return { ...text(title, url), ...(kind === "review_needed" && buttonTo(texts.decide, url)) };
  }
  const row = subject === null ? undefined : await deps.verifications.find(userId, subject);
  if (row === undefined) return { kind: "nothing" };
  if (kind !== "verdict" && (await wasSentBy(deps.database, chatId, row.id))) return { kind: "nothing" };
  if (!isTerminal(row.processingStatus)) return { kind: "later" };
  const page = pageOf(`/requests/${row.id}`);
  const lines = kind === "verdict" ? verdictLines(row, language) : [title, ...receiptLines(row, language)];
  return { ...text(...lines, page), ...(row.decision === "review" && buttonTo(texts.decide, page)) };
}

/** Telegram takes no buttons to a machine without a public name. */
function buttonTo(title: string, url: string): { readonly button?: Button } {
  return url.startsWith("https:") ? { button: { title, url } } : {};
}

function isFixed(kind: MessageKind): kind is keyof (typeof messageTexts)["en"]["fixed"] {
  return kind in messageTexts.en.fixed;
}

const decisionIcons: Readonly<Record<NonNullable<VerificationRow["decision"]>, string>> = {
  accept: "✅",
  wait: "⏳",
  review: "⚠️",
  reject: "⛔",
};

function verdictLines(row: VerificationRow, language: PageLanguage): string[] {
  const texts = messageTexts[language];
  if (row.processingStatus === "failed" || row.decision === null) return [texts.noVerdict];
  // The first is the decision of a person, if one was made. Why one had to look is settled then.
  const isResolved = row.result?.resolution !== undefined;
  const reasons = row.decisionReasons
    .slice(0, isResolved ? 1 : undefined)
    .map((reason) =>
      reason === "not_verified" && row.status === "not_found"
        ? texts.notFound
        : reasonSentence(reason, language),
    );
  return [
    `${decisionIcons[row.decision]} ${decisionWords[row.decision][language]}`,
    ...reasons,
    ...receiptLines(row, language),
    ...(row.decision === "accept" ? [texts.checkAmount] : []),
  ];
}

function receiptLines({ bank, result }: VerificationRow, language: PageLanguage): string[] {
  const texts = messageTexts[language];
  if (result === null || result.status !== "success") return [bankTitle(bank, language)];
  const { amount, senderName, referenceNumber } = result;
  return [
    amount === null ? bankTitle(bank, language) : `${birrText(amount)} ETB, ${bankTitle(bank, language)}`,
    ...(senderName === null ? [] : [`${texts.payer}: ${senderName}`]),
    ...(referenceNumber === null ? [] : [`${texts.reference}: ${referenceNumber}`]),
  ];
}

async function readSummary(
  database: Queryable,
  userId: string,
  period: { readonly from?: string; readonly to?: string },
): Promise<DaySummary> {
  const found = await readDaySummary(database, userId, period);
  if (found === undefined) throw new Error("the account of the chat is gone");
  return found;
}
