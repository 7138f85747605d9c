import { accountRoutes, apiErrors } from "@receipts/contracts";
import type { Dashboard, SignInRefusal } from "@receipts/dashboard";
import type { Request, RequestHandler } from "express";
import { z } from "zod";
import type { ApiProblem } from "../http/api-problem.ts";
import { createFormBody } from "../http/form-body.ts";
import { runReader } from "../http/mount-routes.ts";
import { retryAfterOf, toProblem } from "../http/send-problem.ts";
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
      response.redirect(303, inLanguageOf(request, next === "/" ? "/dashboard" : `/dashboard${next}`));
    } catch (error) {
      const problem = toProblem(error);
      if (problem.code === "internal_error") throw error;
      const { status } = apiErrors[problem.code as keyof typeof apiErrors] ?? apiErrors.invalid_request;
      const retryAfter = retryAfterOf(problem, status);
      if (retryAfter !== undefined) response.set("Retry-After", String(retryAfter));
      const refusal = refusalOf(problem, entered);
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
    case "service_unavailable":
      return "unavailable";
    case "permission_denied":
      return "noAccountLeft";
    default:
      return "failed";
  }
}

/** Answers a reload or a bookmark of the refused form. */
export const showSignInPage: RequestHandler = (request, response) => {
  const next = nextPath(request);
  const query = next === "/" ? "" : `?${new URLSearchParams({ next })}`;
  response.redirect(303, inLanguageOf(request, `/dashboard/sign-in${query}`));
};

/** Adds the language that the person chose before the script was there, which keeps it. */
function inLanguageOf({ query }: Request, address: string): string {
  const lang = query["lang"];
  if (typeof lang !== "string") return address;
  return `${address}${address.includes("?") ? "&" : "?"}${new URLSearchParams({ lang })}`;
}

/** A path below the dashboard. */
function nextPath({ query }: Request): string {
  const next = query["next"];
  return typeof next === "string" && /^\/(?!\/)/.test(next) ? next : "/";
}
