/** Shares one read among all calls while it runs and for `freshForMs` after. A failed read is not cached. */
export function shareReading<T>(freshForMs: number, read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  let staleAt = 0;
  return () => {
    if (reading !== undefined && performance.now() < staleAt) return reading;
    // Not stale while it runs.
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
