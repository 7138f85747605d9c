import { ApiFault, readFault } from "./api-fault.ts";
import type { BodyAt, Method, ParamsAt, PathOf, ResponseAt } from "./api-routes.ts";

export interface CallOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** Of a `remove` that needs a proof. */
  readonly body?: object;
}

/** `params` is required if the path has parameters. */
type Rest<P extends string> =
  unknown extends ParamsAt<P>
    ? [options?: Omit<CallOptions, "params">]
    : [options: CallOptions & { readonly params: ParamsAt<P> }];

/** Calls the API as the signed-in person. Every failure is an `ApiFault`. */
export interface Api {
  get<P extends PathOf<"get">>(path: P, ...rest: Rest<P>): Promise<ResponseAt<"get", P>>;
  post<P extends PathOf<"post">>(
    path: P,
    body: BodyAt<"post", P>,
    ...rest: Rest<P>
  ): Promise<ResponseAt<"post", P>>;
  patch<P extends PathOf<"patch">>(
    path: P,
    body: BodyAt<"patch", P>,
    ...rest: Rest<P>
  ): Promise<ResponseAt<"patch", P>>;
  remove<P extends PathOf<"delete">>(path: P, ...rest: Rest<P>): Promise<ResponseAt<"delete", P>>;
  /** Sends a file unchanged, with its own content type. */
  putFile<P extends PathOf<"put">>(path: P, file: Blob, ...rest: Rest<P>): Promise<ResponseAt<"put", P>>;
  /** As `putFile`, for a file that becomes an object of its own. */
  postFile<P extends PathOf<"post">>(path: P, file: Blob, ...rest: Rest<P>): Promise<ResponseAt<"post", P>>;
  /** Returns the response body as a file, such as a CSV or an image. */
  getFile<P extends PathOf<"get">>(path: P, accept: string, ...rest: Rest<P>): Promise<Blob>;
  /** Returns the response of a call that was made elsewhere. Fails like every call. */
  accept(response: Response): Promise<Response>;
}

/**
 * `onSignedOut`: a call got a 401 because the session has ended. `onMustEnroll`: the account requires two-factor sign-in,
 * which the person has not set up. `prove`: asks for a proof of identity that a call needs, and returns whether it was
 * given; the call is then sent again.
 */
export function createApi(deps: {
  readonly onSignedOut: () => void;
  readonly onMustEnroll: () => void;
  readonly prove: () => Promise<boolean>;
}): Api {
  const send = async (...call: Parameters<typeof sendOnce>) => {
    try {
      return await sendOnce(...call);
    } catch (error) {
      const isUnproven = error instanceof ApiFault && error.code === "fresh_sign_in_required";
      if (!isUnproven || !(await deps.prove())) throw error;
      return await sendOnce(...call);
    }
  };
  const sendOnce = async (
    method: Method,
    path: string,
    options: CallOptions = {},
    init: RequestInit = {},
  ) => {
    const response = await fetch(addressOf(path, options), {
      ...init,
      method: method.toUpperCase(),
      credentials: "same-origin",
      headers: { accept: "application/json", ...init.headers, ...options.headers },
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    }).catch((error: unknown) => {
      if (options.signal?.aborted) throw error;
      throw new ApiFault({ status: 0, code: "offline", message: "The network failed" }, { cause: error });
    });
    return await accept(response, path);
  };
  const accept = async (response: Response, path?: string) => {
    if (response.ok) return response;
    const fault = await readFault(response);
    // On sign-in, a 401 means a wrong password; elsewhere, a missing code ends no session.
    const isOver = response.status === 401 && fault.code !== "two_factor_required";
    if (isOver && path !== "/api/auth/login") deps.onSignedOut();
    if (fault.code === "two_factor_enrollment_required") deps.onMustEnroll();
    throw fault;
  };
  const json = async (...call: Parameters<typeof send>) => {
    const response = await send(...call);
    return response.status === 204 ? undefined : await response.json();
  };
  const withBody = (body: unknown): RequestInit =>
    body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const withFile = (file: Blob): RequestInit => ({ body: file, headers: { "content-type": file.type } });
  return {
    get: (path, options?: CallOptions) => json("get", path, options),
    post: (path, body, options?: CallOptions) => json("post", path, options, withBody(body)),
    patch: (path, body, options?: CallOptions) => json("patch", path, options, withBody(body)),
    remove: (path, options?: CallOptions) => json("delete", path, options, withBody(options?.body)),
    putFile: (path, file, options?: CallOptions) => json("put", path, options, withFile(file)),
    postFile: (path, file, options?: CallOptions) => json("post", path, options, withFile(file)),
    getFile: async (path, type, options?: CallOptions) =>
      await (await send("get", path, options, { headers: { accept: type } })).blob(),
    accept: (response) => accept(response),
  };
}

/** Fills in the path and adds the query. Escapes all values. */
export function addressOf(path: string, { params = {}, query = {} }: CallOptions): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${path} lacks ${name}`);
    return encodeURIComponent(value);
  });
  const said = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  return said.length === 0 ? filled : `${filled}?${new URLSearchParams(said)}`;
}
