import { checkWebhookUrlByDns, createDnsLookup, lookupLikeTheSystem } from "@receipts/webhooks";
import { unsafeWebhookUrl } from "./api-problem.ts";

const DNS_TIMEOUT_MS = 3_000;

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
