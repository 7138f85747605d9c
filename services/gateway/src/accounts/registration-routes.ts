import { accountRoutes } from "@receipts/contracts";
import type { Response } from "express";
import { actorOf } from "../audit/audit-log.ts";
import { ApiProblem, invalidPayload } from "../http/api-problem.ts";
import {
  type AttemptLimits,
  type CountMails,
  guardedBody,
  requireAttempt,
  requireEmailAttempt,
} from "../http/attempt-limits.ts";
import { clientNetwork, clientOf } from "../http/client-address.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import type { RequireSameOrigin } from "../http/require-same-origin.ts";
import { sendResult } from "../http/send-result.ts";
import { parseWith } from "../http/validation.ts";
import type { ResetPassword } from "../sessions/reset-password.ts";
import { type SessionHandout, sendSession } from "../sessions/session-routes.ts";
import type { ConfirmRegistration } from "./confirm-registration.ts";
import type { RegisterAccount } from "./register-account.ts";

export interface RegistrationRouteDeps extends SessionHandout {
  readonly registerAccount: RegisterAccount;
  readonly confirmRegistration: ConfirmRegistration;
  readonly forgotPassword: (email: string, network: string) => Promise<void>;
  readonly resetPassword: ResetPassword;
  readonly limits: Readonly<
    Record<"register" | "forgot", AttemptLimits> &
      Record<"confirm" | "reset", Pick<AttemptLimits, "perAddress">>
  >;
  /** Mails that the calls of one network may cause. */
  readonly mailsOfNetwork: Readonly<Record<"register" | "forgot", CountMails>>;
  readonly requireSameOrigin: RequireSameOrigin;
}

const refusals = {
  closed: "Registration is closed; request an account from the operator",
  not_invited: "Registration needs an unused, unexpired invitation for this email",
} as const;

const confirmRefusals = {
  closed: () => new ApiProblem("permission_denied", { message: refusals.closed }),
  ended: () => linkEnded(),
  wrong_password: () =>
    invalidPayload([{ field: "password", message: "is not the password of this registration" }]),
} as const;

/** Routes that start or end with a mail. */
export function registrationRoutes(deps: RegistrationRouteDeps): MountedRoute[] {
  return [register(deps), confirm(deps), forgot(deps), reset(deps)];
}

function register({
  registerAccount,
  limits,
  mailsOfNetwork,
  requireSameOrigin,
}: RegistrationRouteDeps): MountedRoute {
  return {
    contract: accountRoutes.register,
    readBody: guardedBody(limits.register, requireSameOrigin),
    handler: async (request, response) => {
      const body = parseWith(accountRoutes.register.body, request.body);
      await requireEmailAttempt(limits.register, request, body.email);
      await requireAttempt(mailsOfNetwork.register(request));
      const { kind } = await registerAccount(body, request);
      if (kind !== "registered") throw new ApiProblem("permission_denied", { message: refusals[kind] });
      sendMailed(response, { email: body.email, name: body.name });
    },
  };
}

function confirm(deps: RegistrationRouteDeps): MountedRoute {
  return {
    contract: accountRoutes.confirm,
    readBody: guardedBody(deps.limits.confirm, deps.requireSameOrigin),
    handler: async (request, response) => {
      const body = parseWith(accountRoutes.confirm.body, request.body);
      const confirmed = await deps.confirmRegistration(body, request);
      if (confirmed.kind !== "confirmed") throw confirmRefusals[confirmed.kind]();
      const { signedIn } = confirmed;
      await sendSession(deps, request, response, { signedIn, message: "Confirmed and signed in" });
    },
  };
}

function forgot({
  forgotPassword,
  limits,
  mailsOfNetwork,
  requireSameOrigin,
}: RegistrationRouteDeps): MountedRoute {
  return {
    contract: accountRoutes.forgotPassword,
    readBody: guardedBody(limits.forgot, requireSameOrigin),
    handler: async (request, response) => {
      const { email } = parseWith(accountRoutes.forgotPassword.body, request.body);
      await requireEmailAttempt(limits.forgot, request, email);
      await requireAttempt(mailsOfNetwork.forgot(request));
      await forgotPassword(email, clientNetwork(request));
      sendMailed(response, { email });
    },
  };
}

function reset(deps: RegistrationRouteDeps): MountedRoute {
  return {
    contract: accountRoutes.resetPassword,
    readBody: guardedBody(deps.limits.reset, deps.requireSameOrigin),
    handler: async (request, response) => {
      const { token, password } = parseWith(accountRoutes.resetPassword.body, request.body);
      const { client } = clientOf(request);
      const email = await deps.resetPassword({ token, password, client }, actorOf(request));
      if (email === undefined) throw linkEnded();
      // The owner of the mailbox can sign in now, even after many guesses by others.
      await deps.devices.remember(request, response, email);
      response.set("Cache-Control", "no-store").status(204).end();
    },
  };
}

/** The same for every address. */
function sendMailed(response: Response, data: object): void {
  response.set("Cache-Control", "no-store");
  sendResult(response, "Check the mailbox of this address", data, 202);
}

function linkEnded(): ApiProblem {
  return invalidPayload([{ field: "token", message: "is not valid any more: request a new mail" }]);
}
