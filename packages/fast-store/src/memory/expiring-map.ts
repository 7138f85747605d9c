/** A bounded map whose entries expire. A new entry in a full map evicts the oldest one. */
export function createExpiringMap(maxEntries: number, monotonicMs = () => performance.now()) {
  // A Map keeps insertion order: its first key was set longest ago.
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
