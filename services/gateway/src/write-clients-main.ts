import { writeClient } from "@receipts/web-pages/write-client";
import { pageClients } from "./http/page-clients.ts";

/** Part of `npm run build`. */
for (const client of pageClients) await writeClient(client);
