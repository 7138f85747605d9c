import { accountRoutes as contracts } from "@receipts/contracts";
import type { Pool } from "@receipts/database";
import type { Request, Response } from "express";
import { inAccount } from "../account-lock/lock-account.ts";
import { actorOf } from "../audit/audit-log.ts";
import { ApiProblem, invalidPayload } from "../http/api-problem.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { createSlowWriter, READER_TIMEOUT_SECONDS } from "../http/slow-reader.ts";
import { parseWith } from "../http/validation.ts";
import { type ProvePerson, signedInPersonOf } from "../sessions/prove-person.ts";
import { findPerson } from "../sessions/sign-in-repository.ts";
import { closeAccount } from "./close-account.ts";
import { exportAccount } from "./export-account.ts";

export interface OwnDataRouteDeps {
  readonly pool: Pool;
  readonly provePerson: ProvePerson;
  readonly onMailQueued: () => void;
}

/** Each holds a connection and a snapshot for as long as its reader takes. */
const MOST_EXPORTS = 2;
/** Documents in quarantine are sealed for operators, and may be other people's. */
const withoutDocuments = ["quarantined_documents"] as const;

/** Routes for the holder of an account: get all its data, and close it. */
export function ownDataRoutes(deps: OwnDataRouteDeps): MountedRoute[] {
  return [exportRoute(deps), closeRoute(deps)];
}

function exportRoute({ pool }: OwnDataRouteDeps): MountedRoute {
  let running = 0;
  return {
    contract: contracts.exportAccount,
    handler: async (request, response) => {
      const { userId } = requireHolder(request);
      response.set("Cache-Control", "no-store");
      if (request.method === "HEAD") {
        beginFile(response);
        response.end();
        return;
      }
      if (running >= MOST_EXPORTS)
        throw new ApiProblem("service_unavailable", { retryAfterSeconds: 30, message: "Others export now" });
      running += 1;
      try {
        await exportAccount(pool, userId, {
          actor: actorOf(request),
          write: writerTo(response),
          without: withoutDocuments,
          readerTimeout: `${READER_TIMEOUT_SECONDS}s`,
        });
        response.end();
      } finally {
        running -= 1;
      }
    },
  };
}

const beginFile = (response: Response) =>
  response.type("json").attachment(`account_${new Date().toISOString().slice(0, 10)}.json`);

/**
 * Waits while the connection is full. Fails once it is closed, or its reader stands still, so that the place and the
 * snapshot are given back.
 */
function writerTo(response: Response): (line: string) => Promise<void> {
  const write = createSlowWriter(response);
  return async (line) => {
    // With the first line: what fails before it is an error response, not a file.
    if (!response.headersSent && !response.closed) beginFile(response);
    await write(`${line}\n`);
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
