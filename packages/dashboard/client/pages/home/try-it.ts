import type { ProcessingStatus, SampleOutcome, StatusRecord } from "@receipts/contracts";
import type { DataAt } from "../../api/api-routes.ts";
import { followStatus } from "../../api/status-stream.ts";
import type { App } from "../../app/app-context.ts";
import { type FormState, idleForm } from "../../elements/form.ts";
import type { FoundReceipt, PickedFile } from "../../receipts/file-reading.ts";
import type { SampleLanguage } from "./code-samples.ts";

export type BankExample = DataAt<"get", "/api/examples">[number];
type SampleBody = BankExample["request"]["body"];

/** Input of the form. */
export interface TryInput {
  /** Undefined for a code, which names its bank. */
  readonly bank: SampleBody["bank"] | undefined;
  readonly outcome: SampleOutcome;
  readonly reference: string;
  readonly suffix: string | undefined;
  readonly phone: string | undefined;
}

/** State of a sent request. */
export interface Run {
  readonly requestId: string;
  readonly processingStatus: ProcessingStatus;
  readonly record: StatusRecord | undefined;
}

export interface TryState {
  readonly form: FormState;
  readonly attempt: TryInput | undefined;
  readonly run: Run | undefined;
  readonly file: PickedFile | undefined;
  readonly language: SampleLanguage;
}

export const startTrying: TryState = {
  form: idleForm,
  attempt: undefined,
  run: undefined,
  file: undefined,
  language: "curl",
};

/** telebirr needs no field beside the number, so the form starts with it. */
export function firstInput(examples: readonly BankExample[]): TryInput | undefined {
  const example = examples.find(({ bank }) => bank === "telebirr") ?? examples[0];
  return example === undefined ? undefined : sampleOf(example, "success");
}

/** Identifiers that give this sandbox outcome. For a real bank, empty fields for the person's own receipt. */
export function sampleOf(example: BankExample, outcome: SampleOutcome): TryInput {
  const sample = example.sandbox.find((each) => each.outcome === outcome)?.body;
  const { bank, reference, suffix, phone } = sample ?? emptied(example.request.body);
  return { bank, outcome, reference, suffix, phone };
}

function emptied({ bank, suffix, phone }: SampleBody): SampleBody {
  return {
    bank,
    reference: "",
    ...(suffix === undefined ? {} : { suffix: "" }),
    ...(phone === undefined ? {} : { phone: "" }),
  };
}

/** Input with what a file names. */
export function inputOf(
  found: FoundReceipt,
  examples: readonly BankExample[],
  outcome: SampleOutcome,
): TryInput {
  if ("code" in found)
    return { bank: undefined, outcome, reference: found.code, suffix: undefined, phone: undefined };
  const { bank, referenceNumber: reference, accountSuffix, phone } = found;
  const fields = examples.find((each) => each.bank === bank)?.request.body;
  return {
    ...{ bank, outcome, reference },
    suffix: accountSuffix ?? (fields?.suffix === undefined ? undefined : ""),
    phone: phone ?? (fields?.phone === undefined ? undefined : ""),
  };
}

/** Request body without the empty fields. */
export function bodyOf({
  bank,
  reference,
  suffix,
  phone,
}: TryInput): Omit<SampleBody, "bank"> & { bank?: string } {
  return {
    ...(bank === undefined ? {} : { bank }),
    reference,
    ...(suffix === undefined || suffix === "" ? {} : { suffix }),
    ...(phone === undefined || phone === "" ? {} : { phone }),
  };
}

/** Poll interval after the stream has ended early or was refused. */
const POLL_MS = 3_000;

/** The samples of the sandbox were paid long ago, and a newcomer is to see what they are for. */
export const ofAnyAge = { maxAgeMinutes: 525_600 };

/** Sends a request and follows it to its end. Calls `changed` at each step. */
export async function verify(
  { app, signal }: { readonly app: App; readonly signal: AbortSignal },
  body: ReturnType<typeof bodyOf> & { readonly expect?: typeof ofAnyAge },
  changed: (run: Run) => void,
): Promise<void> {
  const { requestId, verification } = await app.api.post("/api/verify", body);
  const show = (processingStatus: ProcessingStatus) =>
    changed({ requestId, processingStatus, record: undefined });
  show(verification.processingStatus);
  await new Promise<void>((resolve) => {
    const stop = followStatus(requestId, {
      status: ({ processingStatus }) => show(processingStatus),
      done: () => resolve(),
    });
    signal.addEventListener("abort", () => {
      stop();
      resolve();
    });
  });
  while (!signal.aborted) {
    const { data } = await app.api.get("/api/verify/{requestId}", { params: { requestId }, signal });
    changed({ requestId, processingStatus: data.processingStatus, record: data });
    if (data.result !== null) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
