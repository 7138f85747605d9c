import { pause } from "@receipts/service-kit";

/** Waits for a condition, never for a time; the time limit only ends a wait that has failed. */
export async function until<T>(
  condition: () => T | Promise<T>,
  options: { readonly timeoutMs?: number; readonly what?: string } = {},
): Promise<NonNullable<T>> {
  const timeoutMs = options.timeoutMs ?? 20_000;
  const startedAt = performance.now();
  for (;;) {
    const value = await condition();
    if (value !== false && value !== null && value !== undefined) return value as NonNullable<T>;
    if (performance.now() - startedAt > timeoutMs) {
      throw new Error(`${options.what ?? "the condition"} did not come true within ${timeoutMs} ms`);
    }
    await pause(10);
  }
}
