/** Everybody who asks while a reading is under way, or fresh, gets that one; a reading that failed is not kept. */
export function shareReading<T>(freshForMs: number, read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  let staleAt = 0;
  return () => {
    if (reading !== undefined && performance.now() < staleAt) return reading;
    // Not stale while it is under way.
    staleAt = Number.POSITIVE_INFINITY;
    const mine = read();
    reading = mine;
    mine.then(
      () => {
        staleAt = performance.now() + freshForMs;
      },
      () => {
        staleAt = 0;
      },
    );
    return mine;
  };
}
