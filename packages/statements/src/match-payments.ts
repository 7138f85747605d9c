import type { LineNote } from "@receipts/contracts";
import type { Statement } from "./read-statement.ts";
import type { OurPayment, ReconciledLine } from "./reconciled-line.ts";
import { referenceForm } from "./reference-form.ts";
import type { StatementLine } from "./statement-line.ts";
import { suggestPairs } from "./suggest-pairs.ts";

const DAY_MS = 86_400_000;

export interface Period {
  readonly from: Date;
  /** Exclusive. */
  readonly before: Date;
}

interface Ours extends OurPayment {
  readonly form: string | null;
}

/** All lines of the statement with one reference. */
interface Posted {
  readonly first: StatementLine;
  /** Of lines by which money left the account: a reversal, or a fee of its own line. */
  takenBack: bigint;
  ours?: Ours;
}

export interface PaymentMatcher {
  /** In the order of their confirmation: the first request for a receipt counts, the later ones repeat it. */
  add(payments: readonly OurPayment[]): void;
  /** Every line of the statement in its order, then payments that only we have. */
  finish(period: Period): Generator<ReconciledLine>;
}

/** Compares a statement with confirmed payments. Only an equal reference is a match. */
export function createPaymentMatcher({ lines, unread }: Statement): PaymentMatcher {
  const byReference = postedByReference(lines);
  const known = new Map<string, Ours>();
  const unmatched = new Set<Ours>();

  function addOne(payment: OurPayment): void {
    const form = formOf(payment);
    const ours: Ours = { ...payment, form };
    if (form === null) {
      unmatched.add(ours);
      return;
    }
    const earlier = known.get(form);
    if (earlier !== undefined) {
      earlier.depositId ??= payment.depositId;
      return;
    }
    known.set(form, ours);
    const posted = byReference.get(form);
    if (posted === undefined) unmatched.add(ours);
    else posted.ours = ours;
  }

  function* finish(period: Period): Generator<ReconciledLine> {
    const alone = lines.filter((line) => isAlone(line, postedOf(line, byReference)));
    const pairs = suggestPairs(alone, [...unmatched]);
    for (const line of lines) yield compareLine(line, postedOf(line, byReference), pairs.paymentOf(line));
    for (const { row, reason, detail } of unread)
      yield { ...nothing, class: "unread", note: reason, detail, row };
    const paidOut = new Set(lines.filter(({ direction }) => direction === "out").map(formOf));
    for (const ours of unmatched) {
      if (ours.time < period.from || ours.time >= period.before) continue;
      const note = noteOfOurs(ours, { paidOut, period });
      const suggestedRow = pairs.lineOf(ours)?.row ?? null;
      yield { ...nothing, class: "ours_only", note, ...shownOurs(ours), suggestedRow };
    }
  }

  return { add: (payments) => payments.forEach(addOne), finish };
}

const nothing = {
  note: null,
  detail: null,
  row: null,
  reference: null,
  amount: null,
  direction: null,
  fee: null,
  time: null,
  hasClock: null,
  description: null,
  account: null,
  payment: null,
  difference: null,
  suggestedPaymentId: null,
  suggestedRow: null,
} as const;

const shownOurs = ({ form: _, ...payment }: Ours) => ({ payment });

const formOf = ({ reference }: { readonly reference: string | null }) =>
  reference === null ? null : referenceForm(reference);

const postedOf = (line: StatementLine, byReference: ReadonlyMap<string, Posted>) =>
  byReference.get(formOf(line) ?? "");

/** Whether the line is compared with payments: completed, and the account got the money. */
const isCompared = ({ direction, isCompleted }: StatementLine) => direction === "in" && isCompleted;

function postedByReference(lines: readonly StatementLine[]): Map<string, Posted> {
  const posted = new Map<string, Posted>();
  for (const line of lines) {
    const form = formOf(line);
    if (form !== null && isCompared(line) && !posted.has(form))
      posted.set(form, { first: line, takenBack: 0n });
  }
  // A reversal may be printed before the line that it takes back.
  for (const line of lines) {
    const form = line.direction === "out" && line.isCompleted ? formOf(line) : null;
    const back = form === null ? undefined : posted.get(form);
    if (back !== undefined) back.takenBack += line.amount;
  }
  return posted;
}

const isReversed = ({ first, takenBack }: Posted) => takenBack >= first.amount;

/** Whether no payment of ours has the line's reference, so that another one may be suggested. */
function isAlone(line: StatementLine, posted: Posted | undefined): boolean {
  if (!isCompared(line)) return false;
  return posted === undefined || (posted.first === line && posted.ours === undefined && !isReversed(posted));
}

function compareLine(
  line: StatementLine,
  posted: Posted | undefined,
  suggested: OurPayment | undefined,
): ReconciledLine {
  const { isCompleted, ...printed } = line;
  const shown = { ...nothing, ...printed };
  if (!isCompleted) return { ...shown, class: "ignored", note: "not_completed" };
  if (line.direction === "out") return { ...shown, class: "ignored", note: "outgoing" };
  if (posted !== undefined && posted.first !== line) return { ...shown, ...judgeRepeated(line, posted) };
  if (posted?.ours !== undefined)
    return { ...shown, ...shownOurs(posted.ours), ...judge(posted, posted.ours.amount) };
  const suggestedPaymentId = suggested?.id ?? null;
  return { ...shown, class: "statement_only", note: noteOfAlone(posted), suggestedPaymentId };
}

function noteOfAlone(posted: Posted | undefined): LineNote | null {
  if (posted === undefined) return "no_reference";
  return isReversed(posted) ? "reversed" : null;
}

type Judged = Pick<ReconciledLine, "class" | "note" | "difference">;

/** Counts once. With another amount it is no copy, which a person must see. */
function judgeRepeated({ amount }: StatementLine, { first, ours }: Posted): Judged {
  const difference = ours === undefined ? null : amount - ours.amount;
  if (amount === first.amount) return { class: "ignored", note: "repeated", difference: null };
  return { class: "differing", note: "repeated", difference };
}

/** A bank may print what the payer sent or what was left of it: with the fee, both are the same payment. */
function judge(posted: Posted, ours: bigint): Judged {
  const { first, takenBack } = posted;
  const difference = first.amount - ours;
  if (isReversed(posted)) return { class: "differing", note: "reversed", difference: difference - takenBack };
  if (difference === 0n) return { class: "matched", note: takenBack > 0n ? "fee_apart" : null, difference };
  const fee = first.fee !== null && first.fee > 0n ? first.fee : takenBack;
  if (difference === fee) return { class: "matched", note: "gross", difference };
  if (difference === -fee) return { class: "matched", note: "net", difference };
  return { class: "differing", note: "other_amount", difference };
}

function noteOfOurs(
  { form, time }: Ours,
  { paidOut, period }: { readonly paidOut: ReadonlySet<string | null>; readonly period: Period },
): LineNote | null {
  if (form === null) return "by_hand";
  if (paidOut.has(form)) return "outgoing";
  // The bank may have posted it on the next day, which another statement has.
  const isNearEdge =
    time.getTime() < period.from.getTime() + DAY_MS || time.getTime() >= period.before.getTime() - DAY_MS;
  return isNearEdge ? "near_edge" : null;
}
