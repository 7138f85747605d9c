export * from "./bank-adapter.ts";
export type { BankExamples, NumberPlaces, SampleIdentifiers } from "./bank-definition.ts";
export type { BankSetting } from "./bank-endpoint.ts";
export * from "./bank-failure.ts";
export {
  type BankPrint,
  bankExamples,
  bankPrints,
  bankSettings,
  createBankDetection,
  createIsLive,
  type IsLive,
  identifiersOfHolder,
  nonexistentReceipt,
  noReceiptsIn,
  numberPlaces,
  paysToOtherBanks,
  readIdentifiers,
  requiresHolderDigits,
} from "./bank-registry.ts";
export { askForIn, type BankDetection, type DetectBank, type MessageCandidate } from "./detect-bank.ts";
export { isPassingResponse } from "./passing-response.ts";
export type { PrintedReference } from "./printed-receipt.ts";
export { askAsReadInFile } from "./read-in-file.ts";
