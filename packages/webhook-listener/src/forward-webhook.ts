import { reasonOf } from "./failure-reason.ts";
import type { StreamedWebhook } from "./service-client.ts";

export interface Forwarded {
  /** Null without a response. */
  readonly statusCode: number | null;
  readonly durationMs: number;
  /** Why there was no response. */
  readonly problem?: string;
}

/** As long as the service waits for a public endpoint. */
const TIMEOUT_MS = 30_000;

/** Makes the request that the service would make. Redirects are not followed. */
export async function forwardWebhook(
  url: string,
  { headers, body }: Pick<StreamedWebhook, "headers" | "body">,
): Promise<Forwarded> {
  const startedAt = performance.now();
  const elapsed = () => Math.round(performance.now() - startedAt);
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
    const durationMs = elapsed();
    await response.body?.cancel();
    return { statusCode: response.status, durationMs };
  } catch (error) {
    return { statusCode: null, durationMs: elapsed(), problem: reasonOf(error) };
  }
}
