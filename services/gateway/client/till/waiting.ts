/**
 * Receipts that the bank does not have yet, and those that a manager must decide about: the page looks after them while
 * the cashier serves others.
 */
import type { ShiftPayment } from "@receipts/contracts";
import { isInReview } from "./answer.ts";
import { call, stored } from "./api.ts";
import type { SentBody } from "./sent-body.ts";

/** After the bank's look, for its answer. */
const AFTER_LOOK_MS = 2_000;
const RETRY_MS = 10_000;
/** For receipts in review besides the one that has the stream: browsers keep few connections. */
const PERSON_MS = 15_000;

interface WaitingItem {
  readonly id: string;
  readonly body: SentBody;
}
type OnEnded = (payment: ShiftPayment, body: SentBody) => void;

let told: { readonly id: string; readonly stream: EventSource } | null = null;
const timers = new Map<string, ReturnType<typeof setTimeout>>();
let onEnded: OnEnded | undefined;

const read = () => stored.read<readonly WaitingItem[]>("waiting") ?? [];
const write = (items: readonly WaitingItem[]) => stored.write("waiting", items.length === 0 ? null : items);

/** `ended` gets each receipt that is decided, and the body that it was sent with. */
export function setUpWaiting({ ended }: { readonly ended: OnEnded }): void {
  onEnded = ended;
}

/** Looks after what was waiting before a reload. */
export function resumeWaiting(): void {
  for (const { id } of read()) void look(id);
}

/** `payment` is a receipt with `recheck`, or in review. */
export function addWaiting(payment: ShiftPayment, body: SentBody): void {
  const { id, recheck } = payment;
  write([...read().filter((item) => item.id !== id), { id, body }]);
  if (isInReview(payment)) awaitPerson(id);
  else plan(id, recheck);
}

/** Another receipt replaces it, or the shift has ended. */
export function dropWaiting(id: string): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  if (told?.id === id) endStream();
  write(read().filter((item) => item.id !== id));
}

export function dropAllWaiting(): void {
  for (const { id } of read()) dropWaiting(id);
}

function lookAfter(id: string, waitMs: number): void {
  clearTimeout(timers.get(id));
  timers.set(
    id,
    setTimeout(() => void look(id), waitMs),
  );
}

function plan(id: string, recheck: ShiftPayment["recheck"]): void {
  const untilLook = recheck === undefined ? 0 : Date.parse(recheck.nextAt) - Date.now();
  lookAfter(id, Math.max(AFTER_LOOK_MS, untilLook + AFTER_LOOK_MS));
}

function endStream(): void {
  told?.stream.close();
  told = null;
}

/** A manager's decision comes at once for the newest, within seconds for others. */
function awaitPerson(id: string): void {
  lookAfter(id, PERSON_MS);
  endStream();
  const stream = new EventSource(`/api/till/payments/${id}/events?until=decision`);
  told = { id, stream };
  stream.addEventListener("done", () => {
    if (told?.stream === stream) endStream();
    void look(id);
  });
}

async function look(id: string): Promise<void> {
  const answer = await call<ShiftPayment>("GET", `/api/till/payments/${id}`).catch(() => undefined);
  const item = read().find((each) => each.id === id);
  if (item === undefined) return;
  // The same cashier can sign in again, and then it is looked at again.
  if (answer?.status === 401) return;
  if (answer?.status === 404) return dropWaiting(id);
  if (!answer?.ok) return lookAfter(id, RETRY_MS);
  const { processingStatus, recheck } = answer.data;
  if (processingStatus === "queued" || processingStatus === "running") return plan(id, recheck);
  // The one that has the stream keeps it.
  if (isInReview(answer.data)) return told === null ? awaitPerson(id) : lookAfter(id, PERSON_MS);
  dropWaiting(id);
  onEnded?.(answer.data, item.body);
}
