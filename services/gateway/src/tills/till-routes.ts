import { tillRoutes as contracts, MAX_TILLS } from "@receipts/contracts";
import { encodeQR } from "qr";
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
import { signedInPersonOf } from "../sessions/prove-person.ts";
import { hashOfCode, newLinkCode } from "../telegram/link-code.ts";
import { countTills, findTill, insertTill, listTills, renameTill, revokeTill } from "./till-repository.ts";

export function tillRoutesOf({ pool, config }: Pick<GatewayParts, "pool" | "config">): MountedRoute[] {
  return [
    {
      contract: contracts.listTills,
      handler: async (request, response) =>
        sendWholeList(response, "Tills", await listTills(pool, callerOf(request).userId)),
    },
    {
      contract: contracts.createTill,
      handler: async (request, response) => {
        const { name, branchId } = parseWith(contracts.createTill.body, request.body);
        const code = newLinkCode();
        const contract = contracts.createTill;
        await repeatable(pool, request, response, { contract }, async (client, userId) => {
          await requireOpenBranch(client, userId, branchId);
          requireRoom(await countTills(client, userId), MAX_TILLS, { what: "tills", wayOut: "revoke" });
          const { memberId: madeBy } = signedInPersonOf(request);
          const codeHash = hashOfCode(code);
          const till = await insertTill(client, userId, { name, branchId, codeHash, madeBy });
          const after = { name, branchId };
          await recordAct(client, request, { action: "till.created", subject: till.id, after });
          // In the fragment, which browsers do not send: no log has it.
          const url = `${config.PUBLIC_BASE_URL}/till#${code}`;
          const qrCode = encodeQR(url, "svg", { ecc: "medium", border: 2 });
          return { message: "Enter this code on the device", data: { till, code, url, qrCode } };
        });
      },
    },
    {
      contract: contracts.changeTill,
      handler: async (request, response) => {
        // Before the body, so that an unknown id is a 404 with any body.
        const { name: previous } = await requireTill(pool, request);
        const { name = previous } = parseWith(contracts.changeTill.body, request.body);
        const till = await inAccount(pool, request, async (client, userId) => {
          const before = await requireTill(client, request);
          if (name === before.name) return before;
          const after = await renameTill(client, userId, before.id, name);
          await recordAct(client, request, {
            action: "till.updated",
            subject: before.id,
            before: { name: before.name },
            after: { name },
          });
          return after;
        });
        sendResult(response, "Till", till);
      },
    },
    {
      contract: contracts.revokeTill,
      handler: async (request, response) => {
        await inAccount(pool, request, async (client, userId) => {
          const { id, name } = await requireTill(client, request);
          await revokeTill(client, userId, id);
          await recordAct(client, request, { action: "till.revoked", subject: id, before: { name } });
        });
        response.status(204).end();
      },
    },
  ];
}

/** A revoked till is not found. */
const requireTill = ownedRow("till", "There is no such till", findTill);
