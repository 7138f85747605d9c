import type { Queryable } from "@receipts/database";
import { type Log, periodicWorker, type Worker } from "@receipts/service-kit";
import { findDecidedSubmissions, leaseUnstartedSubmissions } from "../deposits/submission-repository.ts";
import type { ResolveSubmission } from "./resolve-submission.ts";
import type { StartVerification, StartVerificationDeps } from "./start-verification.ts";

const EVERY_MS = 1_000;
const BATCH = 100;

/**
 * Applies verdicts to deposits, and starts verifications that a crashed process did not. It polls the rows, so a lost
 * announcement costs a second. Safe in any number of copies.
 */
export function createFollowSubmissions(deps: {
  readonly database: Queryable;
  readonly resolver: ResolveSubmission;
  readonly startVerification: StartVerification;
  readonly onRefused: StartVerificationDeps["onRefused"];
  readonly log: Log;
}): Worker {
  const { database, resolver, startVerification, onRefused, log } = deps;
  return periodicWorker({
    name: "follow-submissions",
    everyMs: EVERY_MS,
    log,
    work: async () => {
      const decided = await findDecidedSubmissions(database, BATCH);
      let failed = 0;
      for (const verificationId of decided) {
        await resolver.applyResult(verificationId).catch((error: unknown) => {
          failed += 1;
          log.error("deposit.settle_failed", { verificationId, error });
        });
      }
      const unstarted = await leaseUnstartedSubmissions(database, BATCH);
      for (const submission of unstarted) {
        // No payer waits for ever for a verification that cannot start.
        if (submission.isOverdue) {
          await resolver.rejectUnverified(submission.verificationId);
          onRefused("overdue");
        } else await startVerification(submission);
      }
      return failed === 0 && (decided.length === BATCH || unstarted.length === BATCH);
    },
  });
}
