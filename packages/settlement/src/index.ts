export { accountNumberFault } from "./account-number.ts";
export { agreeNames, canNamesAgree, type NameMatch } from "./agree-names.ts";
export { decide, tooOldFrom } from "./decide.ts";
export { canBeAccount } from "./match-account.ts";
export * from "./match-settlement.ts";
export { isUsableSettlementAccount, normalizeAccount } from "./normalize-account.ts";
export type { SavedAccount } from "./settlement-candidates.ts";
