/** As Express 5.3 has it; its types do not say so yet. */
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
 * What a router answers by itself, those in it included: `GET /api/verify/{requestId}`, `*` for any method, and `USE` for
 * what stands in front of a part of the paths. Once each, and none is left out because nobody wrote it
 * down; what is mounted for every path and answers some of them by itself is not seen, so pages come as routers.
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

/** Beside a method `*` is the answer that it is another one, and a HEAD goes with each GET. */
function methodsOf(methods: readonly string[]): readonly string[] {
  const own = methods.filter((method) => method !== "*" && (method !== "HEAD" || !methods.includes("GET")));
  return own.length === 0 ? ["*"] : own;
}

function nameOf(path: string | RegExp): string {
  return String(path).replaceAll(/:(\w+)/g, "{$1}");
}
