import { z } from "zod";
import { rolesFor } from "../roles.ts";
import { envelopeOf, listOf } from "./envelope.ts";
import { ids } from "./examples/example-values.ts";
import { plainText } from "./plain-text.ts";
import { nullableTextField, nullableTimeField, textField, timeField } from "./response-fields.ts";
import type { RouteContract } from "./route-contract.ts";

/** Branches of an account that are not archived. */
export const MAX_BRANCHES = 200;

const branchName = { description: "Name of the branch, unique among open branches.", examples: ["Bole"] };

/** In a request. Null: of the whole account. */
export const branchIdInput = z
  .string()
  .max(64)
  .nullable()
  .meta({
    description: "Id of an open branch of the account. Null for none.",
    examples: [ids.branch],
  });

/** In a response. */
export const branchIdField = nullableTextField("Branch that it belongs to. Null for none.", ids.branch);

const branchSchema = z
  .object({
    id: textField("Id of the branch.", ids.branch),
    name: z.string().meta(branchName),
    createdAt: timeField("When the branch was created."),
    archivedAt: nullableTimeField("When the branch was archived. Null while it is open."),
  })
  .meta({ id: "Branch", description: "A place of the account, such as a shop." });
export type Branch = z.infer<typeof branchSchema>;

const createBranchBodySchema = z
  .object({ name: plainText(100).meta(branchName) })
  .meta({ id: "CreateBranchBody", description: "The new branch." });

const changeBranchBodySchema = z
  .object({
    name: plainText(100).optional().meta(branchName),
    archived: z.boolean().optional().meta({
      description:
        "`true` archives the branch: what belongs to it keeps it, and nothing new can choose it. `false` opens it again.",
    }),
  })
  .meta({ id: "ChangeBranchBody", description: "A field that is absent stays as it is." });

export const branchRoutes = {
  listBranches: {
    method: "get",
    path: "/api/branches",
    summary: "List all branches, oldest first, with archived ones",
    access: "session",
    roles: rolesFor.integration,
    responses: { 200: { description: "All branches of the account.", schema: listOf(branchSchema) } },
  },
  createBranch: {
    method: "post",
    path: "/api/branches",
    summary: `Create a branch. An account can have ${MAX_BRANCHES} open branches`,
    access: "session",
    roles: rolesFor.management,
    body: createBranchBodySchema,
    isRepeatable: true,
    responses: { 201: { description: "The new branch.", schema: envelopeOf(branchSchema) } },
    errors: ["already_exists", "invalid_state"],
  },
  changeBranch: {
    method: "patch",
    path: "/api/branches/{id}",
    summary: "Rename, archive or open a branch",
    access: "session",
    roles: rolesFor.management,
    body: changeBranchBodySchema,
    responses: { 200: { description: "The branch after the change.", schema: envelopeOf(branchSchema) } },
    errors: ["already_exists", "invalid_state"],
  },
} as const satisfies Record<string, RouteContract>;
