import {
  checkWebhookUrl,
  checkWebhookUrlByDns,
  createDnsLookup,
  lookupLikeTheSystem,
} from "@receipts/webhooks";
import { unsafeWebhookUrl } from "./api-problem.ts";

const DNS_TIMEOUT_MS = 3_000;

/** The URL as it is called; throws 422 `unsafe_webhook_url`, with the field, for what its text alone makes unsafe. */
export function requireSafeWebhookUrl(field: string, text: string, allowPrivate: boolean): string {
  const checked = checkWebhookUrl(text, { allowPrivate });
  if (checked.kind === "unsafe") throw unsafeWebhookUrl(field, checked.message);
  return checked.url.href;
}

/** Throws 422 `unsafe_webhook_url`, with the field, when the URL's name does not lead to public addresses alone. */
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
    // One message for a name that is not there and one that leads inside: the difference would tell what we can resolve.
    throw unsafeWebhookUrl(
      field,
      "must have a host that is found in DNS, with public internet addresses alone",
    );
  };
}
