import type { Request } from "express";
import { ApiProblem } from "./api-problem.ts";
import { incomplete } from "./bytes-body.ts";

export interface BodySender {
  /** A payment's payers, or an account's keys, sessions and tills. */
  readonly id: string;
  readonly account: string;
  /** Undefined if a credential of the account came along: its server sends for many people. */
  readonly network?: string;
}

interface Bound {
  readonly bodies: number;
  readonly bytes: number;
}

/** Of bodies in memory, at one time. */
export type PlaceBounds = Readonly<Record<"sender" | "network" | "account" | "process", Bound>> & {
  /** Bounds of an account's bodies from payers: of one network, and of all. Other places are for its credentials. */
  readonly payers?: { readonly ofNetwork: Bound; readonly all: Bound };
};

/** Places for large bodies that arrive, or wait for their work, in one process. */
export interface BodyPlaces {
  /** Takes a place until `leave`, or until the call ends if the place is not held. Throws if a bound is reached. */
  take(request: Request, sender: BodySender): void;
  /** Counts bytes that have arrived: a slow body takes no room from others. Throws if a bound is exceeded. */
  grow(request: Request, bytes: number): void;
  /** Of the call, which has a place. */
  senderOf(request: Request): BodySender;
  /**
   * Keeps the place of a whole body until `leave`, also for a caller who hangs up: its bytes are still worked with.
   * Throws if the caller has left before.
   */
  hold(request: Request): void;
  /** Gives the place of the call back before the call ends. */
  leave(request: Request): void;
}

/** `things`: as in "4 of your files". `report` gets the number of places that are taken. */
export function createBodyPlaces(
  things: string,
  bounds: PlaceBounds,
  report: (taken: number) => void = () => undefined,
): BodyPlaces {
  const taken = new Map<Request, { readonly sender: BodySender; bytes: number; isHeld: boolean }>();

  function check(sender: BodySender, added: Bound): void {
    const places = [...taken.values()];
    const isFull = (bound: Bound | undefined, isIn: (other: BodySender) => boolean) => {
      if (bound === undefined) return false;
      const own = places.filter((place) => isIn(place.sender));
      const bytes = own.reduce((sum, place) => sum + place.bytes, added.bytes);
      return own.length + added.bodies > bound.bodies || bytes > bound.bytes;
    };
    const tooMany = (whose: string, retryAfterSeconds: number) =>
      new ApiProblem("rate_limited", {
        message: `Many ${things} of ${whose} are in progress: send this one after them`,
        retryAfterSeconds,
      });
    const { id, account, network } = sender;
    const isOfAccount = (other: BodySender) => other.account === account;
    if (isFull(bounds.sender, (other) => other.id === id)) throw tooMany("yours", 2);
    if (network !== undefined) {
      const isOfNetwork = (other: BodySender) => other.network === network;
      const isPayer = (other: BodySender) => isOfAccount(other) && other.network !== undefined;
      if (
        isFull(bounds.network, isOfNetwork) ||
        isFull(bounds.payers?.ofNetwork, (other) => isOfAccount(other) && isOfNetwork(other))
      )
        throw tooMany("your network", 5);
      if (isFull(bounds.payers?.all, isPayer)) throw tooMany("the account", 5);
    }
    if (isFull(bounds.account, isOfAccount)) throw tooMany("the account", 5);
    if (isFull(bounds.process, () => true))
      throw new ApiProblem("service_unavailable", {
        message: `Many ${things} are in progress: send this one again`,
        retryAfterSeconds: 5,
      });
  }

  const leave = (request: Request) => {
    taken.delete(request);
    report(taken.size);
  };
  return {
    leave,
    senderOf(request) {
      const place = taken.get(request);
      if (place === undefined) throw incomplete();
      return place.sender;
    },
    take(request, sender) {
      // Left while its caller was checked: no "close" event would give the place back.
      if (request.res?.closed === true) throw incomplete();
      check(sender, { bodies: 1, bytes: 0 });
      taken.set(request, { sender, bytes: 0, isHeld: false });
      report(taken.size);
      request.res?.once("close", () => {
        if (taken.get(request)?.isHeld === false) leave(request);
      });
    },
    hold(request) {
      const place = taken.get(request);
      if (place === undefined) throw incomplete();
      place.isHeld = true;
    },
    grow(request, bytes) {
      const place = taken.get(request);
      if (place === undefined) return;
      check(place.sender, { bodies: 0, bytes });
      place.bytes += bytes;
    },
  };
}
