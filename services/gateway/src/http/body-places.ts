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
  /**
   * Takes a place until `leave`, or until the call ends if the place is not held. Throws if a bound is reached. `lose`
   * ends the body, as its place goes to another caller; it returns false if the whole body has arrived.
   */
  take(request: Request, sender: BodySender, lose: (problem: ApiProblem) => boolean): void;
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

interface Place {
  readonly request: Request;
  readonly sender: BodySender;
  readonly lose: (problem: ApiProblem) => boolean;
  bytes: number;
  isHeld: boolean;
}

/** A bound and the callers that share it. `whose` is undefined for all callers of the process. */
interface Rule {
  readonly bound: Bound | undefined;
  readonly whose?: "yours" | "your network" | "the account";
  readonly isIn: (other: BodySender) => boolean;
  /** They share the bound evenly. */
  readonly sharedBy?: (other: BodySender) => string | undefined;
}

const sum = (places: readonly Place[]): Bound => ({
  bodies: places.length,
  bytes: places.reduce((bytes, place) => bytes + place.bytes, 0),
});

/** `things`: as in "4 of your files". `report` gets the number of places that are taken. */
export function createBodyPlaces(
  things: string,
  bounds: PlaceBounds,
  report: (taken: number) => void = () => undefined,
): BodyPlaces {
  const taken = new Map<Request, Place>();

  function check(sender: BodySender, added: Bound): void {
    for (const rule of rulesFor(sender)) {
      while (isFull(rule, added)) {
        if (!makeRoom(rule, sender, added)) throw problemOf(rule);
      }
    }
  }

  function rulesFor({ id, account, network }: BodySender): readonly Rule[] {
    const isOfAccount = (other: BodySender) => other.account === account;
    const isOfNetwork = (other: BodySender) => other.network === network;
    const payerRules: readonly Rule[] = [
      { bound: bounds.network, whose: "your network", isIn: isOfNetwork },
      {
        bound: bounds.payers?.ofNetwork,
        whose: "your network",
        isIn: (other) => isOfAccount(other) && isOfNetwork(other),
      },
      {
        bound: bounds.payers?.all,
        whose: "the account",
        isIn: (other) => isOfAccount(other) && other.network !== undefined,
        sharedBy: (other) => other.network,
      },
    ];
    return [
      { bound: bounds.sender, whose: "yours", isIn: (other) => other.id === id },
      ...(network === undefined ? [] : payerRules),
      { bound: bounds.account, whose: "the account", isIn: isOfAccount },
      { bound: bounds.process, isIn: () => true, sharedBy: (other) => other.account },
    ];
  }

  const placesIn = ({ isIn }: Rule) => [...taken.values()].filter(({ sender }) => isIn(sender));

  function isFull(rule: Rule, added: Bound): boolean {
    if (rule.bound === undefined) return false;
    const { bodies, bytes } = sum(placesIn(rule));
    return bodies + added.bodies > rule.bound.bodies || bytes + added.bytes > rule.bound.bytes;
  }

  /**
   * Takes the oldest place of the one that has most of them, or most bytes, if that is more than the caller would have. So
   * no one shuts the others out by sending slowly.
   */
  function makeRoom(rule: Rule, sender: BodySender, added: Bound): boolean {
    const { sharedBy } = rule;
    if (sharedBy === undefined) return false;
    const measure = added.bodies > 0 ? "bodies" : "bytes";
    const groups = Map.groupBy(placesIn(rule), (place) => sharedBy(place.sender));
    const own = sum(groups.get(sharedBy(sender)) ?? [])[measure] + added[measure];
    const larger = [...groups.values()]
      .filter((group) => sum(group)[measure] > own)
      .toSorted((a, b) => sum(b)[measure] - sum(a)[measure]);
    // One whose bodies have all arrived gives no place.
    const lost = larger.flat().find(({ isHeld, lose }) => !isHeld && lose(problemOf(rule)));
    if (lost !== undefined) leave(lost.request);
    return lost !== undefined;
  }

  function problemOf({ whose }: Rule): ApiProblem {
    if (whose === undefined)
      return new ApiProblem("service_unavailable", {
        message: `Many ${things} are in progress: send this one again`,
        retryAfterSeconds: 5,
      });
    return new ApiProblem("rate_limited", {
      message: `Many ${things} of ${whose} are in progress: send this one after them`,
      retryAfterSeconds: whose === "yours" ? 2 : 5,
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
    take(request, sender, lose) {
      // Left while its caller was checked: no "close" event would give the place back.
      if (request.res?.closed === true) throw incomplete();
      check(sender, { bodies: 1, bytes: 0 });
      taken.set(request, { request, sender, lose, bytes: 0, isHeld: false });
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
