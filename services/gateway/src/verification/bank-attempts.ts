import { type BankAttempts, verificationRoutes } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import type { BankAttemptOutcome } from "@receipts/verdicts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { callerOf } from "../http/request-context.ts";
import { requireVerification } from "./read-routes.ts";
import type { VerificationRepository } from "./verification-repository.ts";

/** The attempts of one run: the time of storing, and each attempt as time before it. */
export type StoredRound = readonly [
  recordedAtMs: number,
  attempts: readonly (readonly [
    agoMs: number,
    durationMs: number,
    outcome: BankAttemptOutcome,
    about?: BankAttempts["attempts"][number]["about"],
  ])[],
];

interface AttemptsRow {
  readonly startedAt: Date | null;
  readonly parked: boolean;
  readonly rounds: readonly StoredRound[] | null;
}

/** Lists a request's attempts at its bank, which its status leaves out. */
export function bankAttemptRoutes(deps: {
  readonly database: Queryable;
  readonly verifications: Pick<VerificationRepository, "find">;
}): MountedRoute[] {
  return [
    {
      contract: verificationRoutes.listBankAttempts,
      handler: async (request, response) => {
        const { id, status, cacheStatus } = await requireVerification(deps.verifications, request);
        const { rows } = await deps.database.query<AttemptsRow>({
          name: "find_bank_attempts",
          text: `select started_at as "startedAt", parked, bank_attempts as rounds
                   from verification_requests where id = $1 and user_id = $2`,
          values: [id, callerOf(request).userId],
        });
        const { startedAt = null, parked = false, rounds = null } = rows[0] ?? {};
        const attempts = attemptsOf(rounds ?? []);
        const isQueried = attempts.some(({ about }) => about === "receipt");
        const isCached = cacheStatus === "HIT" || (rounds !== null && !isQueried && status === "success");
        const data: BankAttempts = {
          startedAt: startedAt?.toISOString() ?? null,
          isParked: parked && status === "pending",
          answeredFrom: isQueried && status !== "pending" ? "bank" : isCached ? "cache" : null,
          attempts,
        };
        response.json({ success: true, message: "Attempts", data });
      },
    },
  ];
}

export function attemptsOf(rounds: readonly StoredRound[]): BankAttempts["attempts"] {
  return rounds.flatMap(([recordedAtMs, attempts]) =>
    attempts.map(([agoMs, durationMs, outcome, about = "receipt"]) => ({
      startedAt: new Date(recordedAtMs - agoMs).toISOString(),
      durationMs,
      outcome,
      about,
    })),
  );
}
