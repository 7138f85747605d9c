import { randomUUID } from "node:crypto";
import type { OpenCounter } from "./bench-counters.ts";

/** Birr that every customer has to pay. */
const AMOUNT = "1250.00";

/** Receipts of ten asks. `raced` are three asks for one receipt. */
const kindsOfTen = [
  ...["genuine", "raced", "raced", "raced", "stranger"],
  ...["used", "reversed", "genuine", "unknown", "too_little"],
] as const;
export type ReceiptKind = (typeof kindsOfTen)[number];

export interface CounterAsk {
  readonly kind: ReceiptKind;
  readonly reference: string;
}

export interface CounterAnswer {
  readonly ask: CounterAsk;
  readonly status: number;
  readonly decision: string | undefined;
  readonly reasons: readonly string[];
  readonly ms: number;
}

/** Pays receipts of telebirr's sandbox: ten asks for each of `tens`. */
export async function orderReceipts(
  sandboxUrl: string,
  receiver: { readonly receiverAccount: string; readonly receiverName: string },
  tens: number,
): Promise<readonly CounterAsk[]> {
  const post = async (path: string, body: object) => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${sandboxUrl}${path}`, {
      ...{ method: "POST", headers, body: JSON.stringify(body) },
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { readonly referenceNumber: string };
  };
  const pay = async (amount = AMOUNT, to = receiver) =>
    (await post("/payments", { bank: "telebirr", amount, ...to })).referenceNumber;
  const referenceOf: Record<ReceiptKind, (ten: number) => Promise<string>> = {
    genuine: () => pay(),
    raced: () => pay(),
    used: () => pay(),
    stranger: () => pay(AMOUNT, { receiverAccount: "0911999999", receiverName: "Another" }),
    too_little: () => pay("1249.99"),
    unknown: async (ten) => `DJ5${ten.toString(36).toUpperCase().padStart(5, "0")}NF`,
    reversed: async () => {
      const referenceNumber = await pay();
      await post("/payments/reverse", { bank: "telebirr", referenceNumber });
      return referenceNumber;
    },
  };
  const asks: CounterAsk[] = [];
  for (let ten = 0; ten < tens; ten += 1) {
    const raced = await referenceOf.raced(ten);
    for (const kind of kindsOfTen)
      asks.push({ kind, reference: kind === "raced" ? raced : await referenceOf[kind](ten) });
  }
  return asks;
}

/** Verifies a receipt as the page does: one call, which waits for the verdict. */
export async function askAtTill(
  url: string,
  { cookie }: Pick<OpenCounter, "cookie">,
  ask: CounterAsk,
): Promise<CounterAnswer> {
  const startedAt = performance.now();
  const response = await fetch(`${url}/api/till/verify?waitMs=10000`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie, "idempotency-key": randomUUID() },
    body: JSON.stringify({ bank: "telebirr", reference: ask.reference, amount: AMOUNT }),
  });
  const { data } = (await response.json()) as {
    readonly data?: { readonly decision: string; readonly decisionReasons: readonly string[] };
  };
  return {
    ...{ ask, status: response.status, decision: data?.decision, reasons: data?.decisionReasons ?? [] },
    ms: performance.now() - startedAt,
  };
}

/** Each counter takes the next ask until none is left. */
export async function askAll(
  counters: readonly OpenCounter[],
  asks: readonly CounterAsk[],
  urlOf: (nth: number) => string,
): Promise<readonly CounterAnswer[]> {
  const waiting = asks.values();
  const answers: CounterAnswer[] = [];
  await Promise.all(
    counters.map(async (counter, nth) => {
      // All counters share one iterator.
      for (const ask of waiting) answers.push(await askAtTill(urlOf(nth), counter, ask));
    }),
  );
  return answers;
}

const isToAccept = (kind: ReceiptKind) => kind === "genuine" || kind === "raced";

/** Judges the answers to asks whose `used` receipts were accepted before. */
export function judgeAnswers(answers: readonly CounterAnswer[]): {
  readonly unfinished: number;
  /** Accepted although it is no good receipt, or was accepted before. */
  readonly wrongAccepts: number;
  /** Good receipts that no counter accepted. */
  readonly neverAccepted: number;
} {
  const accepts = new Map<string, number>();
  let wrongAccepts = 0;
  for (const { ask, decision } of answers) {
    if (decision !== "accept") continue;
    const before = accepts.get(ask.reference) ?? 0;
    accepts.set(ask.reference, before + 1);
    if (!isToAccept(ask.kind) || before > 0) wrongAccepts += 1;
  }
  const good = new Set(answers.filter(({ ask }) => isToAccept(ask.kind)).map(({ ask }) => ask.reference));
  return {
    unfinished: answers.filter(({ status }) => status !== 200).length,
    wrongAccepts,
    neverAccepted: [...good].filter((reference) => !accepts.has(reference)).length,
  };
}
