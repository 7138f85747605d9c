/** Caches the results of `compute` for the last texts. */
export function memoize<Value>(
  compute: (text: string) => Value,
  { maxEntries = 1_000 }: { readonly maxEntries?: number } = {},
): (text: string) => Value {
  const cache = new Map<string, Value>();
  return (text) => {
    const cached = cache.get(text);
    if (cached !== undefined) return cached;
    const value = compute(text);
    const [oldest] = cache.keys();
    if (cache.size >= maxEntries && oldest !== undefined) cache.delete(oldest);
    cache.set(text, value);
    return value;
  };
}
