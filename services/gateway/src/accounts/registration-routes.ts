import { accountRoutes } from "@receipts/contracts";
import { ApiProblem } from "../http/api-problem.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import type { RequireSameOrigin } from "../http/require-same-origin.ts";
import { parseWith } from "../http/validation.ts";
import { type AttemptLimits, guardedBody, requireEmailAttempt } from "./attempt-limits.ts";
import type { RegisterAccount } from "./register-account.ts";

export interface RegistrationRouteDeps {
  readonly registerAccount: RegisterAccount;
  readonly limits: AttemptLimits;
  readonly requireSameOrigin: RequireSameOrigin;
}

const refusals = {
  closed: "Registration is closed; ask the operator for an account",
  not_invited: "Registration needs an invitation for this email that has not been used and has not expired",
} as const;

export function registrationRoutes(deps: RegistrationRouteDeps): MountedRoute[] {
  return [
    {
      contract: accountRoutes.register,
      readBody: guardedBody(deps.limits, deps.requireSameOrigin),
      handler: async (request, response) => {
        const body = parseWith(accountRoutes.register.body, request.body);
        await requireEmailAttempt(deps.limits, request, body.email);
        const { kind } = await deps.registerAccount(body, request);
        if (kind !== "registered") throw new ApiProblem("permission_denied", { message: refusals[kind] });
        response
          .status(201)
          .set("Cache-Control", "no-store")
          .json({
            success: true,
            message: "Registered, unless this email has an account already; sign in next",
            data: { email: body.email, name: body.name },
          });
      },
    },
  ];
}
