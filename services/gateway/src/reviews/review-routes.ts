import { reviewRoutes as contracts } from "@receipts/contracts";
import type { Pool } from "@receipts/database";
import { parsePage, sendPage } from "../http/list-page.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { callerOf } from "../http/request-context.ts";
import { listReviews } from "./list-reviews.ts";

/** The queue of what people decide. */
export function reviewRoutes({ pool }: { readonly pool: Pool }): MountedRoute[] {
  return [
    {
      contract: contracts.listReviews,
      handler: async (request, response) => {
        const page = parsePage(contracts.listReviews.query, request);
        const { rows, total } = await listReviews(pool, callerOf(request).userId, page);
        sendPage(response, "Reviews", rows, { ...page, total });
      },
    },
  ];
}
