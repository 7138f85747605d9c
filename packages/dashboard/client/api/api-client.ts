import { ApiFault, readFault } from "./api-fault.ts";
import type { AnswerAt, BodyAt, Method, ParamsAt, PathOf } from "./api-routes.ts";

type Query = Readonly<Record<string, string | number | undefined>> | URLSearchParams;

/** Path parameters are asked for where the path has some. */
type Options<P extends string> = {
  readonly query?: Query;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
} & (unknown extends ParamsAt<P> ? unknown : { readonly params: ParamsAt<P> });

type Rest<P extends string> = unknown extends ParamsAt<P> ? [options?: Options<P>] : [options: Options<P>];

/** Calls of this API as the person who has signed in. Every failure is an `ApiFault`. */
export interface Api {
  get<P extends PathOf<"get">>(path: P, ...rest: Rest<P>): Promise<AnswerAt<"get", P>>;
  post<P extends PathOf<"post">>(
    path: P,
    body: BodyAt<"post", P>,
    ...rest: Rest<P>
  ): Promise<AnswerAt<"post", P>>;
  patch<P extends PathOf<"patch">>(
    path: P,
    body: BodyAt<"patch", P>,
    ...rest: Rest<P>
  ): Promise<AnswerAt<"patch", P>>;
  remove<P extends PathOf<"delete">>(path: P, ...rest: Rest<P>): Promise<AnswerAt<"delete", P>>;
  /** Sends a file as it is, under its own content type. */
  putFile<P extends PathOf<"put">>(path: P, file: Blob, ...rest: Rest<P>): Promise<AnswerAt<"put", P>>;
  /** The answer as a file: CSV, a picture. */
  getFile<P extends PathOf<"get">>(path: P, accept: string, ...rest: Rest<P>): Promise<Blob>;
}

export interface ApiDeps {
  /** A call was refused because nobody is signed in any more. */
  readonly onSignedOut: () => void;
}

interface LooseOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Query;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export function createApi(deps: ApiDeps): Api {
  const send = async (method: Method, path: string, options: LooseOptions, init: RequestInit) => {
    const response = await fetch(addressOf(path, options), {
      ...init,
      method: method.toUpperCase(),
      credentials: "same-origin",
      headers: { accept: "application/json", ...options.headers, ...init.headers },
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    }).catch((error: unknown) => {
      if (options.signal?.aborted) throw error;
      throw new ApiFault({ status: 0, code: "offline", message: "The network failed" }, { cause: error });
    });
    if (response.ok) return response;
    const fault = await readFault(response);
    // At signing in it means that the password is wrong.
    if (response.status === 401 && path !== "/api/auth/login") deps.onSignedOut();
    throw fault;
  };
  const json = async (method: Method, path: string, options: LooseOptions | undefined, body?: unknown) => {
    const init: RequestInit =
      body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
    const response = await send(method, path, options ?? {}, init);
    return response.status === 204 ? undefined : await response.json();
  };
  return {
    get: (path, options?: LooseOptions) => json("get", path, options),
    post: (path, body, options?: LooseOptions) => json("post", path, options, body),
    patch: (path, body, options?: LooseOptions) => json("patch", path, options, body),
    remove: (path, options?: LooseOptions) => json("delete", path, options),
    putFile: async (path, file, options?: LooseOptions) => {
      const init = { body: file, headers: { "content-type": file.type } };
      const response = await send("put", path, options ?? {}, init);
      return response.status === 204 ? undefined : await response.json();
    },
    getFile: async (path, accept, options?: LooseOptions) =>
      await (await send("get", path, options ?? {}, { headers: { accept } })).blob(),
  };
}

/** Of a route of the contracts: parameters and query are always escaped. */
export function addressOf(path: string, { params = {}, query = {} }: LooseOptions): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${path} lacks ${name}`);
    return encodeURIComponent(value);
  });
  const entries =
    query instanceof URLSearchParams
      ? [...query]
      : Object.entries(query).flatMap(([name, value]) =>
          value === undefined || value === "" ? [] : [[name, String(value)] as [string, string]],
        );
  return entries.length === 0 ? filled : `${filled}?${new URLSearchParams(entries)}`;
}
