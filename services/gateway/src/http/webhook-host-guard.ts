import {
  checkWebhookUrl,
  checkWebhookUrlByDns,
  createDnsLookup,
  lookupLikeTheSystem,
} from "@receipts/webhooks";
import { unsafeWebhookUrl } from "./api-problem.ts";

const DNS_TIMEOUT_MS = 3_000;

/** Returns the normalized URL. Throws 422 `unsafe_webhook_url`, with the field, if its text alone is unsafe. */
export function requireSafeWebhookUrl(field: string, text: string, allowPrivate: boolean): string {
  const checked = checkWebhookUrl(text, { allowPrivate });
  if (checked.kind === "unsafe") throw unsafeWebhookUrl(field, checked.message);
  return checked.url.href;
}

/** Throws 422 `unsafe_webhook_url`, with the field, if the URL's name has any address that is not public. */
export type RequireSafeWebhookHost = (url: string, field?: string) => Promise<void>;

export function createRequireSafeWebhookHost(allowPrivate: boolean): RequireSafeWebhookHost {
  const lookup = allowPrivate ? lookupLikeTheSystem : createDnsLookup();
  return async (url, field = "webhookUrl") => {
    const checked = await checkWebhookUrlByDns(new URL(url), {
      allowPrivate,
      lookup,
      timeoutMs: DNS_TIMEOUT_MS,
    });
    if (checked.kind === "ok") return;
    // One message for an unknown name and a private address: a difference would reveal what we can resolve.
    throw unsafeWebhookUrl(
      field,
      "must have a host that is found in DNS, with public internet addresses alone",
    );
  };
}
