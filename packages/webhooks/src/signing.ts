import { createHmac, createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { memoize } from "@receipts/service-kit";

/** The current signing secrets; two of them during a rotation's grace period. */
export interface SigningSecrets {
  /** Signs `x-webhook-signature`, which holds one signature: the old secret until the grace period ends. */
  readonly legacy: string;
  /** Each signs `webhook-signature`, the newest first. */
  readonly all: readonly string[];
}

interface WebhookToSign {
  /** Undefined: no signature headers, only id and timestamp. */
  readonly secrets?: SigningSecrets | undefined;
  readonly deliveryId: string;
  readonly timestampSeconds: number;
  /** The request body, byte for byte. */
  readonly body: string | Buffer;
}

export interface WebhookToSend extends WebhookToSign {
  readonly event: string;
  /** `x-request-id` of the request that caused it. */
  readonly httpRequestId: string;
  readonly isTest: boolean;
  readonly traceparent: string | null;
}

interface Keys {
  /** UTF-8 bytes of the secret as shown to the merchant. */
  readonly shown: KeyObject;
  /** The decoded base64 after the prefix, as in Standard Webhooks. */
  readonly decoded: KeyObject;
}

const secretPrefix = "whsec_";
const secretBytes = 32;

/** Returns `whsec_` and 32 random bytes in base64. */
export function newSigningSecret(): string {
  return secretPrefix + randomBytes(secretBytes).toString("base64");
}

/** Returns all headers of a webhook except the endpoint's own, lower case. */
export function webhookHeaders(webhook: WebhookToSend): Record<string, string> {
  const { event, deliveryId, httpRequestId, isTest, traceparent } = webhook;
  return {
    "content-type": "application/json",
    "user-agent": "receipt-verification-webhooks/1",
    "x-webhook-event": event,
    "x-webhook-delivery-id": deliveryId,
    "x-request-id": httpRequestId,
    ...(isTest ? { "x-webhook-test": "true" } : {}),
    ...(traceparent === null ? {} : { traceparent }),
    ...signWebhook(webhook),
  };
}

/**
 * Returns the signature headers, lower case, in two schemes: ours (`x-webhook-*`: hex over `<timestamp>.<body>`) and
 * that of https://www.standardwebhooks.com (`webhook-*`).
 */
export function signWebhook(webhook: WebhookToSign): Record<string, string> {
  const { secrets, deliveryId, timestampSeconds, body } = webhook;
  const timestamp = String(timestampSeconds);
  const unsigned = {
    "x-webhook-timestamp": timestamp,
    "webhook-id": deliveryId,
    "webhook-timestamp": timestamp,
  };
  if (secrets === undefined) return unsigned;
  const standard = secrets.all.map((secret) => {
    const signature = hmac(keysOf(secret).decoded, `${deliveryId}.${timestamp}.`, body).digest("base64");
    return `v1,${signature}`;
  });
  return {
    ...unsigned,
    "x-webhook-signature": `sha256=${hmac(keysOf(secrets.legacy).shown, `${timestamp}.`, body).digest("hex")}`,
    "webhook-signature": standard.join(" "),
  };
}

function hmac(key: KeyObject, prefix: string, body: string | Buffer) {
  return createHmac("sha256", key).update(prefix).update(body);
}

/** Signing with a cached KeyObject takes a sixth of the time. */
const keysOf = memoize((secret): Keys => {
  const encoded = secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret;
  return {
    shown: createSecretKey(Buffer.from(secret, "utf8")),
    decoded: createSecretKey(Buffer.from(encoded, "base64")),
  };
});
