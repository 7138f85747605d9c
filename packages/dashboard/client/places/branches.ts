import { html, nothing, type TemplateResult } from "lit-html";
import type { DataAt } from "../api/api-routes.ts";
import type { App } from "../app/app-context.ts";
import type { LoadContext } from "../app/page.ts";
import { badge } from "../elements/badge.ts";
import type { FormParts, FormValues } from "../elements/form.ts";
import type { Column } from "../elements/table.ts";
import { branchTexts } from "./branch-texts.ts";

export type Branch = DataAt<"get", "/api/branches">[number];
type Branches = readonly Branch[];

/** All branches of the account, with archived ones. */
export async function loadBranches({ app, signal }: Pick<LoadContext, "app" | "signal">): Promise<Branches> {
  return (await app.api.get("/api/branches", { signal })).data;
}

/** An open branch, or the archived one that is chosen already. Absent while the account has none to choose. */
export function branchField(
  { language }: App,
  branches: Branches,
  { select }: Pick<FormParts, "select">,
  chosen: string | null | undefined,
  hint?: string,
): TemplateResult | typeof nothing {
  const texts = branchTexts[language];
  const options = branches
    .filter(({ id, archivedAt }) => archivedAt === null || id === chosen)
    .map(({ id, name }) => [id, name] as const);
  if (options.length === 0) return nothing;
  return select({
    name: "branchId",
    label: texts.branch,
    hint,
    value: chosen ?? "",
    options: [["", texts.none], ...options],
  });
}

/** As the API reads it. */
export const branchIn = (values: FormValues): string | null => values.optional("branchId") ?? null;

/** The column of an account that has branches. */
export function branchColumn<Row extends { readonly branchId: string | null }>(
  { language }: App,
  branches: Branches,
): Column<Row>[] {
  if (branches.length === 0) return [];
  const texts = branchTexts[language];
  const cell = ({ branchId }: Row) => {
    const branch = branches.find(({ id }) => id === branchId);
    if (branch === undefined) return texts.none;
    return html`<span>${branch.name}</span>${branch.archivedAt === null ? nothing : html` ${badge("plain", texts.archived)}`}`;
  };
  return [{ title: texts.branch, cell }];
}
