import { accountRoutes as contracts } from "@receipts/contracts";
import type { Pool } from "@receipts/database";
import { READER_TIMEOUT_MS } from "@receipts/service-kit";
import type { Request } from "express";
import { inAccount } from "../account-lock/in-account.ts";
import { actorOf } from "../audit/audit-log.ts";
import { ApiProblem, invalidPayload } from "../http/api-problem.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import type { SendFile } from "../http/send-file.ts";
import { parseWith } from "../http/validation.ts";
import { type ProvePerson, signedInPersonOf } from "../sessions/prove-person.ts";
import { findPerson } from "../sessions/sign-in-repository.ts";
import { closeAccount } from "./close-account.ts";
import { exportAccount } from "./export-account.ts";

export interface OwnDataRouteDeps {
  readonly pool: Pool;
  readonly provePerson: ProvePerson;
  readonly onMailQueued: () => void;
  readonly sendFile: SendFile;
}

/** Each holds a connection and a snapshot for as long as its reader takes. */
const MOST_EXPORTS = 2;
/** Then it gives its place to another account that waits for one. */
const UNDISTURBED_MS = 60_000;
/** So long an account that has lost its place takes free places only: two that take turns keep out no third. */
const AFTER_LOSS_MS = 600_000;
/** PostgreSQL waits longer than we for the reader, so that it does not end the connection. */
const DATABASE_PATIENCE = `${2 * READER_TIMEOUT_MS}ms`;
/** Documents in quarantine are sealed for operators, and may be other people's. */
const withoutDocuments = ["quarantined_documents"] as const;

/** Routes for the holder of an account: get all its data, and close it. */
export function ownDataRoutes(deps: OwnDataRouteDeps): MountedRoute[] {
  return [exportRoute(deps), closeRoute(deps)];
}

function exportRoute({ pool, sendFile }: OwnDataRouteDeps): MountedRoute {
  const places = createExportPlaces();
  return {
    contract: contracts.exportAccount,
    handler: async (request, response) => {
      const { userId } = requireHolder(request);
      response.set("Cache-Control", "no-store");
      using place = request.method === "HEAD" ? undefined : places.take(userId);
      await sendFile(request, response, {
        name: `account_${new Date().toISOString().slice(0, 10)}.json`,
        type: "application/json",
        content: (write) =>
          exportAccount(pool, userId, {
            actor: actorOf(request),
            write: (line) => write(`${line}\n`),
            without: withoutDocuments,
            readerTimeout: DATABASE_PATIENCE,
          }),
        ...(place !== undefined && { signal: place.signal }),
      });
    },
  };
}

/** Places for exports: one for an account. Of those that have had their time, the oldest leaves if another needs one. */
function createExportPlaces() {
  const losses = new Map<string, number>();
  const hasLost = (userId: string) =>
    performance.now() - (losses.get(userId) ?? -AFTER_LOSS_MS) < AFTER_LOSS_MS;
  const taken = new Map<string, { readonly ending: AbortController; readonly since: number }>();
  return {
    take(userId: string): Disposable & { readonly signal: AbortSignal } {
      const busy = (message: string) =>
        new ApiProblem("service_unavailable", { retryAfterSeconds: 30, message });
      if (taken.has(userId)) throw busy("This account is exported already");
      const [oldest] = taken;
      if (taken.size >= MOST_EXPORTS) {
        if (oldest === undefined || hasLost(userId) || performance.now() - oldest[1].since < UNDISTURBED_MS)
          throw busy("Others export now");
        oldest[1].ending.abort();
        taken.delete(oldest[0]);
        for (const id of losses.keys()) if (!hasLost(id)) losses.delete(id);
        losses.set(oldest[0], performance.now());
      }
      const place = { ending: new AbortController(), since: performance.now() };
      taken.set(userId, place);
      return {
        signal: place.ending.signal,
        [Symbol.dispose]: () => {
          if (taken.get(userId) === place) taken.delete(userId);
        },
      };
    },
  };
}

function closeRoute({ pool, provePerson, onMailQueued }: OwnDataRouteDeps): MountedRoute {
  return {
    contract: contracts.closeAccount,
    handler: async (request, response) => {
      const { email, ...proof } = parseWith(contracts.closeAccount.body, request.body);
      const { personId } = requireHolder(request);
      await provePerson(request, proof);
      await inAccount(pool, request, async (client, id) => {
        const holder = await findPerson(client, personId);
        if (holder?.email.toLowerCase() !== email)
          throw invalidPayload([{ field: "email", message: "is not the email of this account" }]);
        await closeAccount(client, { id, email: holder.email }, actorOf(request));
      });
      onMailQueued();
      response.status(204).end();
    },
  };
}

/** The account and the sign-in of its holder are one: another owner has no right to that person's data. */
function requireHolder(request: Request) {
  const person = signedInPersonOf(request);
  if (person.personId !== person.userId)
    throw new ApiProblem("permission_denied", { message: "Only the holder of the account can do this" });
  return person;
}
