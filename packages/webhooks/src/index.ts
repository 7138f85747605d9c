export { refusalOf } from "./address-guard.ts";
export { type DeliveryRecord, type DeliveryState, listDeliveries } from "./delivery-history.ts";
export {
  type DeliveryDetailRecord,
  findLogged,
  type LogFilter,
  type LoggedDeliveryRecord,
  listLog,
} from "./delivery-log.ts";
export { readEndpointStatistics } from "./endpoint-statistics.ts";
export { explainAttempt } from "./explain-attempt.ts";
export { createGuardedClient, type GuardedClient } from "./guarded-client.ts";
export { createDnsLookup, lookupLikeTheSystem } from "./host-lookup.ts";
export type { PostErrorClass, PostOutcome } from "./post-outcome.ts";
export {
  createRecoveryRepository,
  type Recovery,
  type RecoveryDraft,
  type RecoveryRepository,
} from "./recovery-repository.ts";
export { type RedeliveryCommand, redeliver, redeliverAbout } from "./redelivery.ts";
export { readOldestDue, reportDeliveries } from "./report-deliveries.ts";
export { createSecretBox, type SecretBox } from "./secret-box.ts";
export { newSigningSecret, signWebhook, webhookHeaders } from "./signing.ts";
export {
  createSigningSecretStore,
  endpointHeadersContext,
  type RenewedSecret,
  resealAll,
  type SealedSecrets,
  SecretUnreadable,
  type SigningSecretStore,
  secretContext,
} from "./signing-secret-store.ts";
export { checkWebhookUrl, checkWebhookUrlByDns } from "./webhook-url.ts";
