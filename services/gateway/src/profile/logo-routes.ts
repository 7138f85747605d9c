import { MAX_LOGO_BYTES, profileRoutes } from "@receipts/contracts";
import type { Pool, Queryable } from "@receipts/database";
import type { Request } from "express";
import { inAccount } from "../account-lock/in-account.ts";
import { queueAccountWebhook } from "../account-webhooks/queue-account-webhook.ts";
import { recordAct } from "../audit/audit-log.ts";
import { ApiProblem, invalidPayload } from "../http/api-problem.ts";
import { createBodyPlaces, type PlaceBounds } from "../http/body-places.ts";
import { createBytesBody } from "../http/bytes-body.ts";
import { clientNetwork } from "../http/client-address.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { createReceiveBody } from "../http/receive-body.ts";
import { callerOf, contextOf } from "../http/request-context.ts";
import { sendResult } from "../http/send-result.ts";
import { type ImageHeader, readImageHeader } from "./image-header.ts";
import { deleteLogo, findLogo, findLogoMark, putLogo } from "./logo-repository.ts";

/** In pixels: a small file can expand beyond the memory of a browser or phone. */
const MAX_SIDE = 4_096;

/** Each is in memory until it is stored; an account has one logo. */
const bounds: PlaceBounds = {
  sender: { bodies: 2, bytes: 2 * MAX_LOGO_BYTES },
  network: { bodies: 8, bytes: 8 * MAX_LOGO_BYTES },
  account: { bodies: 2, bytes: 2 * MAX_LOGO_BYTES },
  process: { bodies: 64, bytes: 64 * MAX_LOGO_BYTES },
};

export function logoRoutes({ pool }: { readonly pool: Pool }): MountedRoute[] {
  const readBody = createReceiveBody({
    places: createBodyPlaces("logos", bounds),
    senderOf: (request) => {
      const { userId } = callerOf(request);
      return { id: userId, account: userId, network: clientNetwork(request) };
    },
    ...createBytesBody("A logo", MAX_LOGO_BYTES),
  });
  return [
    {
      contract: profileRoutes.getLogo,
      handler: async (request, response) => {
        const logo = await findLogo(pool, callerOf(request).userId);
        if (logo === undefined) throw new ApiProblem("not_found", { message: "There is no logo" });
        response.set({
          "Content-Type": logo.contentType,
          ETag: `"${logo.contentHash.toString("base64url")}"`,
          "Cache-Control": "private, no-cache",
          "Content-Security-Policy": "default-src 'none'; sandbox",
        });
        // Express responds with 304 if the caller has these bytes.
        response.send(logo.bytes);
      },
    },
    {
      contract: profileRoutes.putLogo,
      readBody,
      handler: async (request, response) => {
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const { contentType, width, height } = requireImage(bytes);
        await change(pool, request, async (client, userId) => {
          await putLogo(client, userId, { contentType, bytes });
        });
        const data = { contentType, size: bytes.length, width, height };
        sendResult(response, "Logo", data);
      },
    },
    {
      contract: profileRoutes.deleteLogo,
      handler: async (request, response) => {
        await change(pool, request, deleteLogo);
        response.status(204).end();
      },
    },
  ];
}

function requireImage(bytes: Buffer): ImageHeader {
  const header = readImageHeader(bytes);
  if (header === undefined) {
    throw new ApiProblem("unsupported_media_type", { message: "A logo must be a PNG, JPEG or WebP image" });
  }
  if (header.width > MAX_SIDE || header.height > MAX_SIDE) {
    throw invalidPayload([{ field: "body", message: `must be at most ${MAX_SIDE} pixels wide and high` }]);
  }
  return header;
}

/** Records one audit row and one webhook if the logo has changed; nothing if it is the same. */
async function change(
  pool: Pool,
  request: Request,
  act: (client: Queryable, userId: string) => Promise<void>,
): Promise<void> {
  await inAccount(pool, request, async (client, userId) => {
    const before = await findLogoMark(client, userId);
    await act(client, userId);
    const after = await findLogoMark(client, userId);
    if (before?.sha256 === after?.sha256) return;
    await recordAct(client, request, {
      action: after === undefined ? "logo.deleted" : "logo.updated",
      subject: userId,
      before: before ?? null,
      after: after ?? null,
    });
    await queueAccountWebhook(client, contextOf(request), userId, {
      event: "profile.updated",
      data: { changed: ["logo"] },
    });
  });
}
