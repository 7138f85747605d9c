/** Express 5.3 has it; its types do not yet. */
interface ListedRouter {
  listRoutes(): readonly {
    readonly path: string | RegExp;
    readonly methods: readonly string[] | undefined;
    readonly router: ListedRouter | undefined;
  }[];
  readonly stack: readonly {
    readonly rawPath: string | RegExp | readonly (string | RegExp)[];
    readonly route?: unknown;
    readonly handle: { readonly stack?: unknown };
  }[];
}

/**
 * Lists the routes of a router and its nested routers, each once: `GET /api/verify/{requestId}`, `*` for any method,
 * and `USE` for middleware on a part of the paths. It reads the router itself, so no route can be missing. Middleware
 * for all paths that responds to some of them is not visible, so pages are routers.
 */
export function mountedRoutes(router: unknown): readonly string[] {
  return [...new Set(routesIn(router as ListedRouter, ""))].sort();
}

function routesIn(router: ListedRouter, under: string): string[] {
  const listed = router.listRoutes().flatMap(({ path, methods, router: inner }) => {
    const place = `${under}${nameOf(path)}`;
    return inner === undefined
      ? methodsOf(methods ?? []).map((method) => `${method} ${place}`)
      : routesIn(inner, place === "/" ? "" : place);
  });
  const inFront = router.stack
    .filter(({ route, handle }) => route === undefined && !Array.isArray(handle.stack))
    .flatMap(({ rawPath }) => rawPath)
    .filter((path) => path !== "/")
    .map((path) => `USE ${under}${nameOf(path)}`);
  return [...listed, ...inFront];
}

/** Beside other methods `*` is the 405 handler, and each GET has a HEAD. */
function methodsOf(methods: readonly string[]): readonly string[] {
  const own = methods.filter((method) => method !== "*" && (method !== "HEAD" || !methods.includes("GET")));
  return own.length === 0 ? ["*"] : own;
}

function nameOf(path: string | RegExp): string {
  return String(path).replaceAll(/:(\w+)/g, "{$1}");
}
