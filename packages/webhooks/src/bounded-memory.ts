const mostRemembered = 1_000;

/** Runs `make` once for each text; the oldest of a thousand goes first. */
export function remembered<Value>(make: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const kept = known.get(text);
    if (kept !== undefined) return kept;
    const value = make(text);
    const [oldest] = known.keys();
    if (known.size >= mostRemembered && oldest !== undefined) known.delete(oldest);
    known.set(text, value);
    return value;
  };
}
