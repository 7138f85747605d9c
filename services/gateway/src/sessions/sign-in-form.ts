import { accountRoutes, apiErrors } from "@receipts/contracts";
import type { Dashboard, SignInRefusal } from "@receipts/dashboard";
import type { Request, RequestHandler } from "express";
import { z } from "zod";
import { ApiProblem } from "../http/api-problem.ts";
import { createFormBody } from "../http/form-body.ts";
import { runReader } from "../http/mount-routes.ts";
import { parseWith } from "../http/validation.ts";
import type { PasswordSignIn } from "./password-sign-in.ts";
import { type SessionHandout, writeSession } from "./session-routes.ts";

export interface SignInFormDeps {
  readonly passwordSignIn: PasswordSignIn;
  readonly handout: SessionHandout;
}

const parse = createFormBody({ maxBytes: 4_096 });
const text = z.string().catch("");
const formSchema = z.object({ email: text, password: text, code: text });

/** Signs in with the form that the server draws: on a slow line it is sent before the script is there. */
export function createSignInForm(
  { passwordSignIn, handout }: SignInFormDeps,
  sendSignIn: Dashboard["sendSignIn"],
): RequestHandler {
  const read = passwordSignIn.readBody(parse);
  return async (request, response) => {
    const next = nextPath(request);
    let entered = formSchema.parse({});
    try {
      await runReader(read, request, response);
      entered = formSchema.parse(request.body ?? {});
      const { code, ...others } = entered;
      const credentials = parseWith(accountRoutes.login.body, code === "" ? others : entered);
      const signedIn = await passwordSignIn.signIn(request, credentials);
      await writeSession(handout, request, response, signedIn);
      response.redirect(303, next === "/" ? "/dashboard" : `/dashboard${next}`);
    } catch (error) {
      if (!(error instanceof ApiProblem) || !(error.code in apiErrors)) throw error;
      const { status } = apiErrors[error.code as keyof typeof apiErrors];
      if (error.options.retryAfterSeconds !== undefined)
        response.set("Retry-After", String(Math.ceil(error.options.retryAfterSeconds)));
      const refusal = refusalOf(error, entered);
      await sendSignIn(request, response, { status, email: entered.email, next, refusal });
    }
  };
}

function refusalOf({ code }: ApiProblem, { code: typed }: { readonly code: string }): SignInRefusal {
  switch (code) {
    case "unauthenticated":
      return typed === "" ? "wrong" : "wrongCode";
    case "two_factor_required":
      return "needsCode";
    case "rate_limited":
      return "tooMany";
    default:
      return "failed";
  }
}

/** A path below the dashboard. */
function nextPath({ query }: Request): string {
  const next = query["next"];
  return typeof next === "string" && /^\/(?!\/)/.test(next) ? next : "/";
}
