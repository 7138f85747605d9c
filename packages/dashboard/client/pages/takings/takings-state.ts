import type { DataAt } from "../../api/api-routes.ts";
import type { ViewContext } from "../../app/page.ts";
import type { FormState } from "../../elements/form.ts";
import type { Branch } from "../../places/branches.ts";
import type { takingsTexts } from "./takings-texts.ts";

export type Takings = DataAt<"get", "/api/reports/takings">;

export interface Loaded {
  readonly report: Takings;
  readonly branches: readonly Branch[];
  /** Banks of saved accounts: money may have arrived where no receipt was verified. */
  readonly ownBanks: readonly Takings["banks"][number]["bank"][];
  /** Today in the account's time zone. */
  readonly today: string;
}

export interface State {
  readonly form: FormState;
  readonly isClosing: boolean;
}

export type TakingsContext = ViewContext<typeof takingsTexts, Loaded, State>;

/** The query of the report, from the address. */
export function reportQuery(query: URLSearchParams) {
  const of = (name: string) => query.get(name) ?? undefined;
  return { startDate: of("startDate"), endDate: of("endDate"), branchId: of("branchId") };
}
