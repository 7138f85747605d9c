import { accountRoutes as contracts } from "@receipts/contracts";
import type { Pool } from "@receipts/database";
import { READER_TIMEOUT_MS } from "@receipts/service-kit";
import type { Request } from "express";
import { inAccount } from "../account-lock/in-account.ts";
import { actorOf } from "../audit/audit-log.ts";
import { fileDay } from "../downloads/send-table.ts";
import { ApiProblem, invalidPayload } from "../http/api-problem.ts";
import { createFilePlaces } from "../http/file-places.ts";
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
const EXPORT_PLACES = { ofAccount: 1, ofProcess: 2 };
/** Nothing that was deleted meanwhile can be cleaned up, in no table: a slow reader would slow everyone down. */
const MOST_EXPORT_MS = 600_000;
/** PostgreSQL waits longer than we for the reader, so that it does not end the connection. */
const DATABASE_PATIENCE = `${2 * READER_TIMEOUT_MS}ms`;
/** Documents in quarantine are sealed for operators, and may be other people's. */
const withoutDocuments = ["quarantined_documents"] as const;

/** Routes for the holder of an account: get all its data, and close it. */
export function ownDataRoutes(deps: OwnDataRouteDeps): MountedRoute[] {
  return [exportRoute(deps), closeRoute(deps)];
}

function exportRoute({ pool, sendFile }: OwnDataRouteDeps): MountedRoute {
  const places = createFilePlaces(EXPORT_PLACES);
  return {
    contract: contracts.exportAccount,
    hasOwnLimits: true,
    handler: async (request, response) => {
      const { userId } = requireHolder(request);
      response.set("Cache-Control", "no-store");
      await sendFile(request, response, {
        name: `account_${fileDay()}.json`,
        type: "application/json",
        content: async (write) => {
          const limit = AbortSignal.timeout(MOST_EXPORT_MS);
          await exportAccount(pool, userId, {
            actor: actorOf(request),
            write: async (line) => {
              if (limit.aborted) throw new DOMException("the time of the export is over", "AbortError");
              await write(`${line}\n`);
            },
            without: withoutDocuments,
            readerTimeout: DATABASE_PATIENCE,
          });
        },
        places,
      });
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
