import { receiptKey, receiverQueryOf, type VerdictCache } from "@receipts/verdicts";
import type { AdmitCached, CachedAdmission, CachedVerdict } from "./admit-cached.ts";
import type { AdmissionDraft, NotAdmitted } from "./batched-admission.ts";
import type { SavedAccounts } from "./saved-accounts.ts";
import type { VerificationRepository } from "./verification-repository.ts";
import type { VerifyCommand } from "./verify-command.ts";

/**
 * Admits the request with a cached verdict. Returns undefined if the bank must be queried. Repeats with fresh saved
 * accounts if they changed meanwhile.
 */
export type AdmitFromCache = (
  draft: AdmissionDraft,
  command: VerifyCommand,
) => Promise<CachedAdmission | NotAdmitted | undefined>;

export interface AdmitFromCacheDeps {
  readonly verifications: Pick<VerificationRepository, "isBankUnavailable">;
  readonly verdictCache: VerdictCache;
  readonly admitCached: AdmitCached;
  readonly savedAccounts: SavedAccounts;
}

export function createAdmitFromCache(deps: AdmitFromCacheDeps): AdmitFromCache {
  /**
   * Uses the cached verdict if querying the bank would add nothing. If the receipt hides part of the receiver's
   * account, only the bank can tell whether it is the expected one. It is queried unless the cache has that result too,
   * or the bank is unavailable.
   */
  async function findCached(
    { userId, bank, receiptKey: key }: AdmissionDraft,
    command: VerifyCommand,
  ): Promise<CachedVerdict | undefined> {
    const receipt = await deps.verdictCache.get(bank, key);
    if (receipt === undefined) return undefined;
    const savedAccounts = await deps.savedAccounts.lastRead(userId, bank);
    const verdict = { kind: "success", receipt } as const;
    const request = {
      ...command,
      ...command.identifiers,
      input: null,
      savedAccounts: JSON.parse(savedAccounts),
    };
    const receiverQuery = receiverQueryOf(request, receipt);
    if (receiverQuery === undefined) return { verdict, savedAccounts };
    // This bank shows a receipt only for the last digits of an account on it. If the receiver's digits worked, the
    // account is proven.
    const { wasOpened, opened, identifiers } = receiverQuery;
    if (wasOpened || (await deps.verdictCache.get(bank, receiptKey(bank, identifiers))) !== undefined) {
      return { verdict: { ...verdict, opening: opened }, savedAccounts };
    }
    return (await deps.verifications.isBankUnavailable(bank)) ? { verdict, savedAccounts } : undefined;
  }

  return async (draft, command) => {
    if (draft.cacheStatus === "BYPASS") return undefined;
    for (;;) {
      const cached = await findCached(draft, command);
      if (cached === undefined) return undefined;
      const admission = await deps.admitCached({ ...draft, cacheStatus: "HIT" }, cached);
      if (admission.kind !== "accounts_changed") return admission;
      deps.savedAccounts.invalidate(draft.userId, draft.bank);
    }
  };
}
