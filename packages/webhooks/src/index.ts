export { refusalOf } from "./address-guard.ts";
export {
  type AttemptRecord,
  type DeliveryRecord,
  type DeliveryState,
  listDeliveries,
} from "./delivery-history.ts";
export {
  createGuardedClient,
  type GuardedClient,
  type GuardedClientOptions,
  type PostRequest,
} from "./guarded-client.ts";
export { createDnsLookup, lookupLikeTheSystem } from "./host-lookup.ts";
export type { PostErrorClass, PostOutcome, PostTimings } from "./post-outcome.ts";
export {
  createRecoveryRepository,
  type Recovery,
  type RecoveryDraft,
  type RecoveryRepository,
  type RecoveryStep,
} from "./recovery-repository.ts";
export { type Redelivery, type RedeliveryCommand, redeliver } from "./redelivery.ts";
export { readOldestDue, reportDeliveries } from "./report-deliveries.ts";
export type { LookupHost } from "./resolve-host.ts";
export { createSecretBox, type SecretBox } from "./secret-box.ts";
export { newSigningSecret, type SigningSecrets, signWebhook, type WebhookToSign } from "./signing.ts";
export {
  createSigningSecretStore,
  type RenewOptions,
  resealAll,
  type SealedSecrets,
  SecretUnreadable,
  type SigningSecretStore,
} from "./signing-secret-store.ts";
export {
  checkWebhookUrl,
  checkWebhookUrlByDns,
  type WebhookUrlCheck,
  type WebhookUrlDnsCheck,
  type WebhookUrlDnsOptions,
} from "./webhook-url.ts";
