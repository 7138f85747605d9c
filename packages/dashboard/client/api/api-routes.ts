type Contracts = typeof import("@receipts/contracts");

/** All route tables except those of checkout, which need a checkout key. */
type TableName = Exclude<Extract<keyof Contracts, `${string}Routes`>, "checkoutRoutes" | `all${string}`>;
type Tables = Contracts[TableName];

type RouteOf<Table> = Table extends unknown ? Table[keyof Table] : never;
type Route = RouteOf<Tables>;

export type Method = Route["method"];

/** As in the contracts, such as `/api/verify/{requestId}`. */
export type PathOf<M extends Method> = Extract<Route, { readonly method: M }>["path"];

type RouteAt<M extends Method, P extends string> = Extract<Route, { readonly method: M; readonly path: P }>;

// Zod schemas carry their types in `_zod`. The zod package itself is not sent to browsers.
type OutputOf<S> = S extends { readonly _zod: { readonly output: infer Output } } ? Output : undefined;
type InputOf<S> = S extends { readonly _zod: { readonly input: infer Input } } ? Input : undefined;
type SchemaOf<R> = R extends { readonly schema: infer Schema } ? Schema : undefined;

/** Body of a successful response: the whole envelope, or nothing (204). */
export type ResponseAt<M extends Method, P extends string> =
  RouteAt<M, P> extends { readonly responses: infer Responses }
    ? { [Status in keyof Responses]: OutputOf<SchemaOf<Responses[Status]>> }[keyof Responses]
    : never;

/** The `data` of that response. */
export type DataAt<M extends Method, P extends string> =
  ResponseAt<M, P> extends { readonly data: infer Data } ? Data : never;

export type BodyAt<M extends Method, P extends string> =
  RouteAt<M, P> extends { readonly body: infer Body } ? InputOf<Body> : undefined;

export type ParamsAt<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Readonly<Record<Name, string>> & ParamsAt<Rest>
  : unknown;
