import type { ResolverOptions } from "jest-resolve";

/** Resolves workspace packages to their sources, as Node.js does, for `npm test -- --onlyChanged`, which follows imports. */
export const sync = (specifier: string, options: ResolverOptions): string =>
  options.defaultResolver(specifier, { ...options, conditions: ["source", "node", "import", "default"] });
