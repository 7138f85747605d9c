import type { RateLimiter } from "@receipts/fast-store";
import type { Request, RequestHandler } from "express";
import {
  type AttemptLimits,
  type ClientLimit,
  emailKey,
  requireAttempt,
  requireEmailAttempt,
} from "../http/attempt-limits.ts";
import { clientOf } from "../http/client-address.ts";
import { jsonBody } from "../http/json-body.ts";
import type { RequireSameOrigin } from "../http/require-same-origin.ts";
import type { KnownDevice, KnownDevices } from "./known-device.ts";

export interface SignInLimits extends AttemptLimits {
  /** Beyond the limit of the address: passwords are still tried, slower, and wrong ones are refused as over the limit. */
  readonly perAddressBeyond: ClientLimit;
  /** Of a browser that has signed in with the email before: in place of all others. */
  readonly perDevice: RateLimiter;
  /** Of an account that is signed in: whoever found an open session must not guess on. */
  readonly perAccount: RateLimiter;
}

interface Admitted {
  readonly device: KnownDevice | undefined;
  readonly isBeyond: boolean;
}

/** What a sign-in may still do, once its limits have let it pass. */
export interface SignInAttempt {
  /** Whose turn with the hasher it is: others behind the same address do not take that of a known browser. */
  readonly client: string;
  /** A wrong password is then an attempt too many. */
  readonly isBeyond: boolean;
}

/**
 * The limits of sign-in, in two steps: before the body is read, and when its email is known.
 *
 * | attempt | counts against |
 * | --- | --- |
 * | from a browser that has signed in with this email | its own limit alone |
 * | any other | its address, its email at this address, its email anywhere |
 *
 * One address may be shared by many people. So its limit does not refuse a right password: beyond it, passwords are tried at
 * a lower pace. Of a proxy that no setting trusts, each client counts for itself, and all together as a few.
 */
export function createSignInLimits(deps: {
  readonly limits: SignInLimits;
  readonly devices: Pick<KnownDevices, "read">;
  readonly requireSameOrigin: RequireSameOrigin;
}): {
  readonly readBody: RequestHandler;
  readonly admit: (request: Request, email: string) => Promise<SignInAttempt>;
} {
  const { limits, devices } = deps;
  const admitted = new WeakMap<Request, Admitted>();

  /** Whether the address is beyond its limit. */
  async function countAddress(request: Request): Promise<boolean> {
    if ((await limits.perAddress(request)).allowed) return false;
    await requireAttempt(limits.perAddressBeyond(request), () => limits.onRefused?.("address_limit"));
    return true;
  }

  return {
    readBody: async (request, response, next) => {
      deps.requireSameOrigin(request);
      const device = await devices.read(request);
      if (device === undefined) {
        admitted.set(request, { device, isBeyond: await countAddress(request) });
      } else {
        await requireAttempt(limits.perDevice.consume(device.id), () => limits.onRefused?.("device_limit"));
        admitted.set(request, { device, isBeyond: false });
      }
      jsonBody(request, response, next);
    },
    admit: async (request, email) => {
      const { device, isBeyond } = admitted.get(request) ?? { device: undefined, isBeyond: false };
      if (device?.isOf(email) === true) return { client: `known:${emailKey(email)}`, isBeyond: false };
      // The browser of somebody else has no attempts on this email.
      const isAddressBeyond = device === undefined ? isBeyond : await countAddress(request);
      await requireEmailAttempt(limits, request, email);
      return { client: clientOf(request).client, isBeyond: isAddressBeyond };
    },
  };
}
