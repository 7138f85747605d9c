import { commonSettings } from "@receipts/service-kit";
import { z } from "zod";

/** Settings of `npm run migrate`. */
export const migrationSettings = {
  DATABASE_URL: commonSettings.DATABASE_URL,
  APP_DATABASE_ROLE: z
    .string()
    .optional()
    .describe("Role of the services, which is granted what they need; nothing is granted unless set"),
};
