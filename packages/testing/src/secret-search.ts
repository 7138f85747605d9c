/** A secret, or a distinctive part of it, in a log line. */
export interface Leak {
  readonly line: string;
  readonly fragment: string;
}

/** Shorter fragments also occur in innocent lines. */
const SHORTEST = 9;
/** A longer secret counts as leaked if its first 16 characters are: half a key narrows the search for the rest. */
const LONGEST = 16;
/** `xxxxxxxxxxxx` is a test input, not a secret. */
const LEAST_DIFFERENT = 5;
const INDEXED = 8;

/** Returns the lines that contain a secret; one leak a line. */
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
 * Returns the part that distinguishes a secret: the text after a key's prefix, the signature of a token (all tokens
 * begin alike). Undefined if too little is left.
 */
function fragmentOf(secret: string): string | undefined {
  const own = secret.slice(secret.lastIndexOf(".") + 1).replace(/^[a-z]{2,16}_/, "");
  // Escaped as in a log line, which is JSON.
  const fragment = JSON.stringify(own.slice(0, LONGEST)).slice(1, -1);
  const isDistinctive = own.length >= SHORTEST && new Set(own).size >= LEAST_DIFFERENT;
  return isDistinctive ? fragment : undefined;
}
