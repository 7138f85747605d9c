import type { Sent } from "../api/sent-once.ts";
import type { ViewContext } from "../app/page.ts";
import { type FormState, idleForm } from "../elements/form.ts";
import type { PickedFile } from "../receipts/file-reading.ts";
import type { Run } from "./verify-request.ts";
import type { verifyTexts } from "./verify-texts.ts";

/** Fields that are asked for only where a receipt needs them. */
export const asked = ["bank", "suffix", "phone"] as const;

export type Typed = Readonly<Record<"reference" | "amount", string>> & {
  /** Undefined: not asked for. */
  readonly [name in (typeof asked)[number]]?: string | undefined;
};

export interface VerifyState {
  readonly form: FormState;
  readonly typed: Typed;
  /** The receipt of the sandbox that was filled in. */
  readonly example?: string | undefined;
  /** Sent, or about to be. */
  readonly isAsking: boolean;
  /** The request that has no answer yet. */
  readonly once?: Sent | undefined;
  /** The answer is about this; the form may have changed since. */
  readonly sent: Pick<Typed, "reference" | "amount"> | undefined;
  readonly run: Run | undefined;
  readonly file: PickedFile | undefined;
}

export const startVerifying = (): VerifyState => ({
  form: idleForm,
  typed: { reference: "", amount: "" },
  isAsking: false,
  sent: undefined,
  run: undefined,
  file: undefined,
});

export type VerifyContext = Pick<
  ViewContext<typeof verifyTexts, unknown, VerifyState>,
  "app" | "state" | "change" | "signal" | "reload"
>;
