/** Bounded, and forgetful: what is too old is not found, and what is one too many pushes the oldest out. */
export interface ExpiringMap {
  get(key: string): string | undefined;
  set(key: string, value: string, ttlMs: number): void;
  delete(key: string): void;
  size(): number;
  clear(): void;
}

export function createExpiringMap(maxEntries: number, monotonicMs: () => number): ExpiringMap {
  // A Map keeps the order of insertion: the first key is the one that was set longest ago.
  const entries = new Map<string, { readonly value: string; readonly expiresAt: number }>();
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (monotonicMs() < entry.expiresAt) return entry.value;
      entries.delete(key);
      return undefined;
    },
    set(key, value, ttlMs) {
      entries.delete(key);
      for (const oldest of entries.keys()) {
        if (entries.size < maxEntries) break;
        entries.delete(oldest);
      }
      entries.set(key, { value, expiresAt: monotonicMs() + ttlMs });
    },
    delete: (key) => void entries.delete(key),
    size: () => entries.size,
    clear: () => entries.clear(),
  };
}
