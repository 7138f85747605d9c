/** The values that each label may have, where all of them are known. */
export type KnownValues<L extends string> = Readonly<Record<L, readonly string[]>>;

/** Every combination, as label sets; none where nothing is known. */
export function labelCombinations<L extends string>(
  known: KnownValues<L> | undefined,
): readonly Record<L, string>[] {
  if (known === undefined) return [];
  let combinations: readonly Partial<Record<L, string>>[] = [{}];
  for (const label of Object.keys(known) as L[]) {
    combinations = combinations.flatMap((begun) =>
      known[label].map((value) => ({ ...begun, [label]: value })),
    );
  }
  return combinations as readonly Record<L, string>[];
}
