export { refusalOf } from "./address-guard.ts";
export { type DeliveryRecord, listDeliveries } from "./delivery-history.ts";
export { createGuardedClient, type GuardedClient } from "./guarded-client.ts";
export { createDnsLookup, lookupLikeTheSystem } from "./host-lookup.ts";
export type { PostErrorClass, PostOutcome } from "./post-outcome.ts";
export {
  createRecoveryRepository,
  type Recovery,
  type RecoveryDraft,
  type RecoveryRepository,
} from "./recovery-repository.ts";
export { redeliver } from "./redelivery.ts";
export { readOldestDue, reportDeliveries } from "./report-deliveries.ts";
export { createSecretBox, type SecretBox } from "./secret-box.ts";
export { newSigningSecret, signWebhook } from "./signing.ts";
export {
  createSigningSecretStore,
  resealAll,
  type SealedSecrets,
  SecretUnreadable,
  type SigningSecretStore,
} from "./signing-secret-store.ts";
export { checkWebhookUrl, checkWebhookUrlByDns } from "./webhook-url.ts";
