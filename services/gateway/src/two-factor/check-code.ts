import type { Pool } from "@receipts/database";
import type { SecretBox } from "@receipts/webhooks";
import { ApiProblem, invalidPayload } from "../http/api-problem.ts";
import { tooManyAttempts } from "../http/attempt-limits.ts";
import { hashOfRecoveryCode, secretContext, stepOf } from "./totp.ts";
import {
  countCodeAttempt,
  hasTwoFactor,
  lockedSeconds,
  useRecoveryCode,
  useStep,
} from "./two-factor-repository.ts";

export type CodeOutcome =
  /** `byCode`: false if none was needed. */
  | { readonly kind: "right"; readonly byCode: boolean }
  | { readonly kind: "code_required" }
  | { readonly kind: "wrong_code" }
  | { readonly kind: "locked"; readonly retryAfterSeconds: number };

/** Call it only after the right password. Right without a code if the person has no two-factor sign-in. */
export type CheckCode = (personId: string, code: string | undefined) => Promise<CodeOutcome>;

export function createCheckCode(deps: {
  readonly pool: Pool;
  readonly secretBox: Pick<SecretBox, "open">;
}): CheckCode {
  const { pool, secretBox } = deps;
  const isDigits = (code: string) => /^\d{6}$/.test(code);

  async function checkTotp(personId: string, code: string): Promise<CodeOutcome> {
    const secret = await countCodeAttempt(pool, personId, "confirmed");
    if (secret === undefined) {
      return { kind: "locked", retryAfterSeconds: (await lockedSeconds(pool, personId)) ?? 1 };
    }
    const step = stepOf(secretBox.open(secret.ciphertext, secretContext(personId)), code);
    const isRight = step !== undefined && (await useStep(pool, personId, step));
    return isRight ? { kind: "right", byCode: true } : { kind: "wrong_code" };
  }

  return async (personId, code) => {
    if (!(await hasTwoFactor(pool, personId))) return { kind: "right", byCode: false };
    if (code === undefined) return { kind: "code_required" };
    if (isDigits(code)) return await checkTotp(personId, code);
    const isRight = await useRecoveryCode(pool, personId, hashOfRecoveryCode(code));
    return isRight ? { kind: "right", byCode: true } : { kind: "wrong_code" };
  };
}

/** Throws unless the code of a signed-in person was right. */
export function requireRightCode(outcome: CodeOutcome): void {
  switch (outcome.kind) {
    case "right":
      return;
    case "code_required":
      throw new ApiProblem("two_factor_required");
    case "wrong_code":
      throw invalidPayload([{ field: "code", message: "is wrong or was used: wait for the next code" }]);
    case "locked":
      throw tooManyAttempts(outcome.retryAfterSeconds);
  }
}
