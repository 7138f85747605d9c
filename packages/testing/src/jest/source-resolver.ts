import type { ResolverOptions } from "jest-resolve";

/** For `npm run test:changed`, which follows imports: the workspace's packages are their sources, as Node.js loads them. */
export const sync = (specifier: string, options: ResolverOptions): string =>
  options.defaultResolver(specifier, { ...options, conditions: ["source", "node", "import", "default"] });
