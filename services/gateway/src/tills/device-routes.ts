import { counterRoutes as contracts } from "@receipts/contracts";
import { inTransaction, type Pool } from "@receipts/database";
import type { RateLimiter } from "@receipts/fast-store";
import type { RequestHandler, Response } from "express";
import { actorOf, recordAudit } from "../audit/audit-log.ts";
import { ApiProblem } from "../http/api-problem.ts";
import { type ClientLimit, requireAttempt, tooManyAttempts } from "../http/attempt-limits.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { sendResult } from "../http/send-result.ts";
import { parseWith } from "../http/validation.ts";
import { knownClient } from "../passwords/hasher-slots.ts";
import type { SessionCookie } from "../sessions/session-cookie.ts";
import type { SessionTokens } from "../sessions/session-token.ts";
import { codeIn, hashOfCode } from "../telegram/link-code.ts";
import type { ReadOutages } from "../uptime/outages.ts";
import type { SignInAtTill, WrongPin } from "./sign-in-at-till.ts";
import type { TillDevices } from "./till-devices.ts";
import { enrollTill, touchTill, viewTill } from "./till-repository.ts";

export interface DeviceRouteDeps {
  readonly pool: Pool;
  readonly devices: TillDevices;
  readonly signIn: SignInAtTill;
  readonly cookie: Pick<SessionCookie, "write">;
  readonly tokens: Pick<SessionTokens, "sign">;
  /** Checks the origin and the address's limit before the body. */
  readonly readEnrollment: RequestHandler;
  readonly readSignIn: RequestHandler;
  /** Beyond it, `enrollmentsAnywhere` counts. */
  readonly firstEnrollments: ClientLimit;
  /** For codes from all addresses. */
  readonly enrollmentsAnywhere: RateLimiter;
  readonly perTill: RateLimiter;
  readonly perCashier: RateLimiter;
  readonly readOutages: ReadOutages;
}

/** Routes of a device before a cashier has signed in: its cookie is the credential. */
export function deviceRoutes(deps: DeviceRouteDeps): MountedRoute[] {
  return [enroll(deps), getTill(deps), signIn(deps)];
}

function enroll(deps: DeviceRouteDeps): MountedRoute {
  const { pool, devices, readEnrollment, firstEnrollments, enrollmentsAnywhere } = deps;
  return {
    contract: contracts.enrollTill,
    readBody: readEnrollment,
    handler: async (request, response) => {
      const { code: typed } = parseWith(contracts.enrollTill.body, request.body);
      const code = codeIn(typed);
      if (code !== undefined && !(await firstEnrollments(request)).allowed)
        await requireAttempt(enrollmentsAnywhere.consume("all"));
      const { token, hash } = devices.newToken();
      const till =
        code === undefined
          ? undefined
          : await inTransaction(pool, async (client) => {
              const enrolled = await enrollTill(client, hashOfCode(code), hash);
              if (enrolled === undefined) return undefined;
              const { id: subject, userId } = enrolled;
              await recordAudit(client, {
                userId,
                actor: actorOf(request),
                action: "till.enrolled",
                subject,
              });
              return enrolled;
            });
      if (till === undefined)
        throw new ApiProblem("unauthenticated", {
          message: "The code is wrong, used or expired: ask a manager for a new one",
        });
      devices.write(response, token);
      await sendTill(pool, response, "Enrolled", till.id);
    },
  };
}

function getTill({ pool, devices, perTill }: DeviceRouteDeps): MountedRoute {
  return {
    contract: contracts.getTill,
    handler: async (request, response) => {
      const { id, token } = await devices.require(request);
      await requireAttempt(perTill.consume(id));
      await touchTill(pool, id);
      devices.write(response, token);
      await sendTill(pool, response, "Till", id);
    },
  };
}

function signIn(deps: DeviceRouteDeps): MountedRoute {
  const { devices, cookie, tokens, perTill, perCashier } = deps;
  return {
    contract: contracts.signInAtTill,
    // A request without the device's cookie gets its 401 before its body is looked at.
    readBody: async (request, response, next) => {
      await devices.require(request);
      await deps.readSignIn(request, response, next);
    },
    handler: async (request, response) => {
      const till = await devices.require(request);
      const { cashierId, pin } = parseWith(contracts.signInAtTill.body, request.body);
      await requireAttempt(perTill.consume(till.id));
      await requireAttempt(perCashier.consume(`${till.userId}:${cashierId}`));
      const client = knownClient(request, { id: till.id, account: till.userId });
      const started = await deps.signIn({ till, cashierId, pin, client }, actorOf(request));
      if (started === "locked")
        throw new ApiProblem("invalid_state", {
          message: "Too many wrong PINs: a manager must set a new PIN",
        });
      if (started === "unknown") throw wrongPin();
      if ("triesLeft" in started) throw wrongPin(started);
      if ("waitSeconds" in started) throw tooManyAttempts(started.waitSeconds);
      const { id, expiresAt } = started.session;
      cookie.write(response, await tokens.sign(id, expiresAt), expiresAt);
      response.set("Cache-Control", "no-store");
      const outages = await deps.readOutages();
      sendResult(response, "Signed in", { cashier: started.cashier, expiresAt, outages });
    },
  };
}

const wrongPin = (left: Partial<WrongPin> = {}) =>
  new ApiProblem("unauthenticated", { message: "The PIN is wrong", ...left });

async function sendTill(pool: Pool, response: Response, message: string, id: string): Promise<void> {
  response.set("Cache-Control", "no-store");
  sendResult(response, message, await viewTill(pool, id));
}
