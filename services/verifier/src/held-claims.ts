import type { BankCode } from "@receipts/contracts";
import { type Log, pause, type ServiceMetrics, settlesWithin, type Worker } from "@receipts/service-kit";
import type { Claim, ClaimRepository } from "./claim-repository.ts";

/** Tracks and renews the claims that this process holds. */
export interface HeldClaims {
  /** The returned signal is aborted when the claim is lost or the given signal is aborted. */
  track(claim: Claim, signal: AbortSignal): { readonly signal: AbortSignal; readonly untrack: () => void };
  readonly renewer: Worker;
}

/** Another process may have claimed the request: this one must not record a verdict. */
export class ClaimLost extends Error {
  constructor() {
    super("the claim was lost");
    this.name = new.target.name;
  }
}

export function createHeldClaims(deps: {
  readonly claims: Pick<ClaimRepository, "renew">;
  readonly bank: BankCode;
  readonly leaseMs: number;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
}): HeldClaims {
  const { bank } = deps;
  const lost = deps.metrics.counter(
    "verifier_claims_lost_total",
    "Claims that expired while this process held them: it was frozen, or the database was unavailable",
    ["bank"],
    { bank: [bank] },
  );
  const held = new Map<string, { readonly claim: Claim; readonly controller: AbortController }>();

  let emptied = Promise.withResolvers<void>();

  async function renewAll(): Promise<void> {
    const before = [...held.values()];
    if (before.length === 0) return;
    const stillHeld = await deps.claims.renew(before.map(({ claim }) => claim));
    for (const { claim, controller } of before) {
      // A claim that was untracked meanwhile has ended normally.
      if (stillHeld.has(claim.id) || held.get(claim.id)?.controller !== controller) continue;
      deps.log.warn("claim.lost", { requestId: claim.httpRequestId, verificationId: claim.id });
      lost.inc({ bank });
      controller.abort(new ClaimLost());
    }
  }

  async function waitUntilEmpty(maxMs: number): Promise<void> {
    emptied = Promise.withResolvers<void>();
    if (held.size > 0) await settlesWithin(emptied.promise, maxMs);
  }

  return {
    track: (claim, signal) => {
      const controller = new AbortController();
      const stop = () => controller.abort(signal.reason);
      if (signal.aborted) stop();
      else signal.addEventListener("abort", stop, { once: true });
      // An earlier claim of ours that expired unnoticed: its worker must stop, and must not untrack this one.
      held.get(claim.id)?.controller.abort(new ClaimLost());
      held.set(claim.id, { claim, controller });
      const untrack = () => {
        signal.removeEventListener("abort", stop);
        if (held.get(claim.id)?.controller === controller) held.delete(claim.id);
        if (held.size === 0) emptied.resolve();
      };
      return { signal: controller.signal, untrack };
    },
    renewer: {
      name: "claim-renewer",
      // Work continues after the stop, so renewing ends with the last claim, not with the signal.
      run: async (stop) => {
        while (!stop.aborted || held.size > 0) {
          if (stop.aborted) await waitUntilEmpty(deps.leaseMs / 3);
          else await pause(deps.leaseMs / 3, stop);
          await renewAll().catch((error: unknown) => deps.log.warn("claim.renew_failed", { error }));
        }
      },
    },
  };
}
