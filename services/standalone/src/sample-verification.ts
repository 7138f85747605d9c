import { z } from "zod";

const responseSchema = z.object({
  data: z.array(
    z.object({ verified: z.boolean(), amount: z.number().nullable(), currency: z.string().nullable() }),
  ),
});

const SAMPLE_BANK = "telebirr";
/** Not one that a page shows: each receipt is accepted once, and a newcomer's first answer is to be that. */
const SAMPLE_REFERENCE = "DJ57QK2M48";
const TIMEOUT_MS = 15_000;

/** Verifies a sample receipt through the service's own HTTP API, as an integrator would; returns a line to print. */
export async function verifySample(apiUrl: string, apiKey: string): Promise<string> {
  const reference = SAMPLE_REFERENCE;
  const label = `Sample: ${SAMPLE_BANK} ${reference}`;
  try {
    const response = await fetch(`${apiUrl}/api/verify?waitMs=10000`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": apiKey },
      body: JSON.stringify({ bank: SAMPLE_BANK, reference }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const parsed = responseSchema.safeParse(await response.json());
    const item = parsed.success ? parsed.data.data[0] : undefined;
    if (item === undefined) return `${label} verified=false (HTTP ${response.status})`;
    return `${label} verified=${item.verified} ${item.amount?.toFixed(2) ?? "-"} ${item.currency ?? "-"}`;
  } catch (error) {
    return `${label} verified=false (${error instanceof Error ? error.message : "no response"})`;
  }
}
