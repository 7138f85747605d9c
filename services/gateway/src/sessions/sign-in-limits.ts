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
import type { RequireSameOrigin } from "../http/require-same-origin.ts";
import { type HashingClient, knownClient } from "../passwords/hasher-slots.ts";
import type { KnownDevice, KnownDevices } from "./known-device.ts";

export interface SignInLimits extends AttemptLimits {
  /** Beyond the limit of the address: passwords are still checked, slower, and wrong ones get a 429. */
  readonly perAddressOverLimit: ClientLimit;
  /** For a browser that has signed in with the email before: replaces all other limits. */
  readonly perDevice: RateLimiter;
  /** For a signed-in person: an open session on a shared computer must not help to guess the password. */
  readonly perPerson: RateLimiter;
}

interface Admitted {
  readonly device: KnownDevice | undefined;
  readonly isOverLimit: boolean;
}

/** The conditions of an admitted sign-in. */
export interface SignInAttempt {
  /** The client for the hasher's limits: others at the same address cannot take the place of a known browser. */
  readonly client: HashingClient;
  /** A wrong password is then refused as over the limit. */
  readonly isOverLimit: boolean;
}

/**
 * The limits of sign-in, in two steps: before the body is read, and once its email is known.
 *
 * | attempt | counts against |
 * | --- | --- |
 * | from a browser that has signed in with this email | its own limit alone |
 * | any other | its address, its email at this address, its email anywhere |
 *
 * Many people may share an address. So its limit does not refuse a correct password: beyond it, passwords are checked
 * at a lower rate. Clients of an untrusted proxy have this limit each, and a few times it together.
 */
export function createSignInLimits(deps: {
  readonly limits: SignInLimits;
  readonly devices: Pick<KnownDevices, "read">;
  readonly requireSameOrigin: RequireSameOrigin;
  /** The account that the person of an email would sign in to. */
  readonly accountOf: (email: string) => Promise<string | undefined>;
}): {
  /** Counts the attempt before the body is read. */
  readonly readBody: (parse: RequestHandler) => RequestHandler;
  readonly admit: (request: Request, email: string) => Promise<SignInAttempt>;
} {
  const { limits, devices } = deps;
  const admitted = new WeakMap<Request, Admitted>();

  /** Returns whether the address is beyond its limit. */
  async function countAddress(request: Request): Promise<boolean> {
    if ((await limits.perAddress(request)).allowed) return false;
    await requireAttempt(limits.perAddressOverLimit(request), () => limits.onRefused?.("address_limit"));
    return true;
  }

  return {
    readBody: (parse) => async (request, response, next) => {
      deps.requireSameOrigin(request);
      const device = await devices.read(request);
      if (device === undefined) {
        admitted.set(request, { device, isOverLimit: await countAddress(request) });
      } else {
        await requireAttempt(limits.perDevice.consume(device.id), () => limits.onRefused?.("device_limit"));
        admitted.set(request, { device, isOverLimit: false });
      }
      parse(request, response, next);
    },
    admit: async (request, email) => {
      const { device, isOverLimit } = admitted.get(request) ?? { device: undefined, isOverLimit: false };
      if (device?.isOf(email) === true) {
        const id = emailKey(email);
        const account = (await deps.accountOf(email)) ?? id;
        return { client: knownClient(request, { id, account }), isOverLimit: false };
      }
      // A browser known for another email has no extra attempts on this one.
      const isAddressOverLimit = device === undefined ? isOverLimit : await countAddress(request);
      await requireEmailAttempt(limits, request, email);
      return { client: clientOf(request).client, isOverLimit: isAddressOverLimit };
    },
  };
}
