import { type Cashier, cashierRoutes as contracts, MAX_CASHIERS } from "@receipts/contracts";
import type { Request, Response } from "express";
import { inAccount } from "../account-lock/in-account.ts";
import { repeatable } from "../account-lock/respond-once.ts";
import { recordAct } from "../audit/audit-log.ts";
import { requireOpenBranch } from "../branches/branch-repository.ts";
import type { GatewayParts } from "../gateway-parts.ts";
import { sendWholeList } from "../http/list-page.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { ownedRow, requireRoom } from "../http/owned-row.ts";
import { callerOf } from "../http/request-context.ts";
import { sendResult } from "../http/send-result.ts";
import { parseWith } from "../http/validation.ts";
import { type KnownClient, knownClient } from "../passwords/hasher-slots.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import {
  countCashiers,
  endSessionsOfCashier,
  findCashier,
  insertCashier,
  listCashiers,
  removeCashier,
  updateCashier,
} from "./cashier-repository.ts";

export interface CashierRouteDeps extends Pick<GatewayParts, "pool"> {
  readonly hasher: Pick<PasswordHasher, "hash">;
}

export function cashierRoutesOf(deps: CashierRouteDeps): MountedRoute[] {
  const { pool } = deps;
  return [
    {
      contract: contracts.listCashiers,
      handler: async (request, response) =>
        sendWholeList(response, "Cashiers", await listCashiers(pool, callerOf(request).userId)),
    },
    {
      contract: contracts.createCashier,
      handler: (request, response) => create(deps, request, response),
    },
    {
      contract: contracts.changeCashier,
      handler: async (request, response) => sendResult(response, "Cashier", await change(deps, request)),
    },
    {
      contract: contracts.removeCashier,
      handler: async (request, response) => {
        await inAccount(pool, request, async (client, userId) => {
          const before = await requireCashier(client, request);
          await removeCashier(client, userId, before.id);
          await endSessionsOfCashier(client, userId, before.id);
          const { id, ...fields } = audited(before);
          await recordAct(client, request, { action: "cashier.removed", subject: id, before: fields });
        });
        response.status(204).end();
      },
    },
  ];
}

async function create(
  { pool, hasher }: CashierRouteDeps,
  request: Request,
  response: Response,
): Promise<void> {
  const contract = contracts.createCashier;
  const { pin, name, branchId } = parseWith(contract.body, request.body);
  let pinHash = "";
  const check = async () => {
    pinHash = await hasher.hash(pin, hashingClientOf(request));
  };
  // Without the PIN: its hash would be searched through in a moment.
  const input = { name, branchId };
  await repeatable(pool, request, response, { contract, input, check }, async (client, userId) => {
    await requireOpenBranch(client, userId, branchId);
    const count = await countCashiers(client, userId);
    requireRoom(count, MAX_CASHIERS, { what: "cashiers", wayOut: "remove" });
    const cashier = await insertCashier(client, userId, { name, branchId, pinHash });
    await recordAct(client, request, {
      action: "cashier.created",
      subject: cashier.id,
      after: { name, branchId },
    });
    return { message: "Cashier added", data: cashier };
  });
}

async function change({ pool, hasher }: CashierRouteDeps, request: Request): Promise<Cashier> {
  // Before the body, so that an unknown id is a 404 with any body.
  await requireCashier(pool, request);
  const { pin, ...changes } = parseWith(contracts.changeCashier.body, request.body);
  const pinHash = pin === undefined ? undefined : await hasher.hash(pin, hashingClientOf(request));
  return await inAccount(pool, request, async (client, userId) => {
    const before = await requireCashier(client, request);
    const { name = before.name, branchId = before.branchId } = changes;
    const isMoved = branchId !== before.branchId;
    if (isMoved) await requireOpenBranch(client, userId, branchId);
    if (!isMoved && name === before.name && pinHash === undefined) return before;
    const after = await updateCashier(client, userId, { id: before.id, name, branchId, pinHash });
    if (after === undefined) throw new Error("the cashier was removed under the lock of its account");
    // A person who knew the previous PIN, or who stands at a till of another branch, is out.
    if (isMoved || pinHash !== undefined) await endSessionsOfCashier(client, userId, before.id);
    await recordAct(client, request, {
      action: pinHash === undefined ? "cashier.updated" : "cashier.pin_set",
      subject: before.id,
      before: { name: before.name, branchId: before.branchId, locked: before.locked },
      after: { name, branchId, locked: after.locked },
    });
    return after;
  });
}

function hashingClientOf(request: Request): KnownClient {
  const { userId } = callerOf(request);
  return knownClient(request, { id: userId, account: userId });
}

const audited = ({ id, name, branchId }: Cashier) => ({ id, name, branchId });

const requireCashier = ownedRow("member", "There is no such cashier", findCashier);
