/** Bounded, and forgetful: what is too old is not found, and what is one too many pushes the oldest out. */
export function createExpiringMap(maxEntries: number, monotonicMs = () => performance.now()) {
  // A Map keeps the order of insertion: the first key is the one that was set longest ago.
  const entries = new Map<string, { readonly value: string; readonly expiresAt: number }>();
  return {
    get(key: string): string | undefined {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (monotonicMs() < entry.expiresAt) return entry.value;
      entries.delete(key);
      return undefined;
    },
    set(key: string, value: string, ttlMs: number): void {
      entries.delete(key);
      for (const oldest of entries.keys()) {
        if (entries.size < maxEntries) break;
        entries.delete(oldest);
      }
      entries.set(key, { value, expiresAt: monotonicMs() + ttlMs });
    },
    delete: (key: string) => void entries.delete(key),
    size: () => entries.size,
    clear: () => entries.clear(),
  };
}
