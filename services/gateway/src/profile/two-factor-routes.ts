import { twoFactorRoutes as contracts } from "@receipts/contracts";
import type { Pool, PoolClient } from "@receipts/database";
import type { SecretBox } from "@receipts/webhooks";
import type { Request, Response } from "express";
import { encodeQR } from "qr";
import { recordAct } from "../audit/audit-log.ts";
import { ApiProblem, invalidPayload } from "../http/api-problem.ts";
import { asCaller } from "../http/as-caller.ts";
import { tooManyAttempts } from "../http/attempt-limits.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { sendResult } from "../http/send-result.ts";
import { parseWith } from "../http/validation.ts";
import { queueMail } from "../mail/mail-repository.ts";
import { type ProvePerson, type SignedInPerson, signedInPersonOf } from "../sessions/prove-person.ts";
import { endSessionsOfPerson } from "../sessions/session-repository.ts";
import { findPerson, lockPerson } from "../sessions/sign-in-repository.ts";
import {
  hashOfRecoveryCode,
  newRecoveryCodes,
  newSecret,
  otpauthUrl,
  secretContext,
  stepOf,
} from "../two-factor/totp.ts";
import {
  confirmTwoFactor,
  countCodeAttempt,
  deleteTwoFactor,
  hasTwoFactor,
  lockedSeconds,
  replaceRecoveryCodes,
  startTwoFactor,
} from "../two-factor/two-factor-repository.ts";

export interface TwoFactorRouteDeps {
  readonly pool: Pool;
  readonly secretBox: SecretBox;
  readonly provePerson: ProvePerson;
  /** Names the service in the authenticator app. */
  readonly issuer: string;
  readonly onMailQueued: () => void;
}

const NOTICE_HOURS = 24;
const isOn = () => new ApiProblem("invalid_state", { message: "Two-factor sign-in is on already" });
const isOff = () => new ApiProblem("invalid_state", { message: "Two-factor sign-in is off" });

export function twoFactorRoutesOf(deps: TwoFactorRouteDeps): MountedRoute[] {
  return [start(deps), confirm(deps), end(deps), renew(deps)];
}

function start({ pool, secretBox, provePerson, issuer }: TwoFactorRouteDeps): MountedRoute {
  return {
    contract: contracts.startTwoFactor,
    handler: async (request, response) => {
      const { password } = parseWith(contracts.startTwoFactor.body, request.body);
      const { personId } = signedInPersonOf(request);
      if (await hasTwoFactor(pool, personId)) throw isOn();
      await provePerson(request, { password });
      const person = await findPerson(pool, personId);
      if (person === undefined) throw new ApiProblem("unauthenticated");
      const secret = newSecret();
      await asCaller(pool, request, async (client) => {
        if (!(await startTwoFactor(client, personId, secretBox.seal(secret, secretContext(personId)))))
          throw isOn();
        await recordAct(client, request, { action: "two_factor.started", subject: personId });
      });
      const url = otpauthUrl(secret, { issuer, label: person.email });
      response.set("Cache-Control", "no-store");
      const qrCode = encodeQR(url, "svg", { ecc: "medium", border: 4 });
      sendResult(response, "Scan the code, then confirm", { otpauthUrl: url, secret, qrCode });
    },
  };
}

function confirm(deps: TwoFactorRouteDeps): MountedRoute {
  const { pool, secretBox } = deps;
  return {
    contract: contracts.confirmTwoFactor,
    handler: async (request, response) => {
      const { code } = parseWith(contracts.confirmTwoFactor.body, request.body);
      const person = signedInPersonOf(request);
      const { personId, sessionId } = person;
      const secret = await countCodeAttempt(pool, personId, "pending");
      if (secret === undefined) {
        const seconds = await lockedSeconds(pool, personId);
        if (seconds !== undefined) throw tooManyAttempts(seconds);
        const message = "Start again: the secret is older than 15 minutes, or in use already";
        throw new ApiProblem("invalid_state", { message });
      }
      const step = stepOf(secretBox.open(secret.ciphertext, secretContext(personId)), code);
      if (step === undefined)
        throw invalidPayload([{ field: "code", message: "is wrong: check the clock of the device" }]);
      const recoveryCodes = await asCaller(pool, request, async (client) => {
        await lockPerson(client, personId);
        if (!(await confirmTwoFactor(client, personId, { ...secret, step }))) throw isOn();
        const sessionsEnded = await endSessionsOfPerson(client, personId, { except: sessionId });
        const after = { sessionsEnded };
        await recordAct(client, request, { action: "two_factor.enabled", subject: personId, after });
        await notify(client, person, "two_factor_enabled");
        return await renewCodes(client, personId);
      });
      deps.onMailQueued();
      sendCodes(response, recoveryCodes);
    },
  };
}

function end({ pool, provePerson, onMailQueued }: TwoFactorRouteDeps): MountedRoute {
  return {
    contract: contracts.endTwoFactor,
    handler: async (request, response) => {
      const proof = parseWith(contracts.endTwoFactor.body, request.body);
      const person = signedInPersonOf(request);
      if (!(await hasTwoFactor(pool, person.personId))) throw isOff();
      await provePerson(request, proof);
      await asCaller(pool, request, async (client) => {
        if (!(await deleteTwoFactor(client, person.personId))) throw isOff();
        await recordAct(client, request, { action: "two_factor.disabled", subject: person.personId });
        await notify(client, person, "two_factor_disabled");
      });
      onMailQueued();
      response.status(204).end();
    },
  };
}

function renew({ pool, provePerson }: TwoFactorRouteDeps): MountedRoute {
  return {
    contract: contracts.renewRecoveryCodes,
    handler: async (request: Request, response) => {
      const proof = parseWith(contracts.renewRecoveryCodes.body, request.body);
      const { personId } = signedInPersonOf(request);
      if (!(await hasTwoFactor(pool, personId))) throw isOff();
      await provePerson(request, proof);
      const recoveryCodes = await asCaller(pool, request, async (client) => {
        await recordAct(client, request, { action: "two_factor.codes_renewed", subject: personId });
        return await renewCodes(client, personId);
      });
      sendCodes(response, recoveryCodes);
    },
  };
}

async function renewCodes(client: PoolClient, personId: string): Promise<readonly string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(client, personId, codes.map(hashOfRecoveryCode));
  return codes;
}

async function notify(
  client: PoolClient,
  { personId }: SignedInPerson,
  kind: "two_factor_enabled" | "two_factor_disabled",
): Promise<void> {
  const person = await findPerson(client, personId);
  if (person !== undefined) await queueMail(client, { kind, email: person.email, hours: NOTICE_HOURS });
}

function sendCodes(response: Response, recoveryCodes: readonly string[]): void {
  response.set("Cache-Control", "no-store");
  sendResult(response, "Recovery codes", { recoveryCodes });
}
