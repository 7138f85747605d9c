import { writeClient } from "@receipts/web-pages/write-client";
import { dashboardClient } from "./client-files.ts";

/** Part of `npm run build`. */
await writeClient(dashboardClient);
