/** A secret, or a telling part of it, that stands where anybody may read it. */
export interface Leak {
  readonly line: string;
  readonly fragment: string;
}

/** Shorter ones are found in innocent lines, too. */
const SHORTEST = 9;
/** As much of a long one is a leak already: half a key narrows the search for the rest. */
const LONGEST = 16;
/** `xxxxxxxxxxxx` is an input for a test, but no secret. */
const LEAST_DIFFERENT = 5;
const INDEXED = 8;

/** Lines with any of the secrets; one leak a line. */
export function findSecrets(lines: Iterable<string>, secrets: Iterable<string>): Leak[] {
  const byStart = new Map<string, Set<string>>();
  for (const secret of secrets) {
    const fragment = fragmentOf(secret);
    if (fragment === undefined) continue;
    const start = fragment.slice(0, INDEXED);
    byStart.set(start, (byStart.get(start) ?? new Set()).add(fragment));
  }
  const leaks: Leak[] = [];
  for (const line of lines) {
    const fragment = firstIn(line, byStart);
    if (fragment !== undefined) leaks.push({ line, fragment });
  }
  return leaks;
}

function firstIn(line: string, byStart: ReadonlyMap<string, ReadonlySet<string>>): string | undefined {
  for (let at = 0; at + SHORTEST <= line.length; at += 1) {
    for (const fragment of byStart.get(line.slice(at, at + INDEXED)) ?? []) {
      if (line.startsWith(fragment, at)) return fragment;
    }
  }
  return undefined;
}

/**
 * What nobody else's text has: of a key what follows its prefix, of a token its signature (all tokens begin alike).
 * Undefined when too little is left.
 */
function fragmentOf(secret: string): string | undefined {
  const own = secret.slice(secret.lastIndexOf(".") + 1).replace(/^[a-z]{2,16}_/, "");
  // As it would stand in a line: each is JSON.
  const fragment = JSON.stringify(own.slice(0, LONGEST)).slice(1, -1);
  const isTelling = own.length >= SHORTEST && new Set(own).size >= LEAST_DIFFERENT;
  return isTelling ? fragment : undefined;
}
