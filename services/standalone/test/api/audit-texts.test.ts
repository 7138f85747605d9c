import { auditTexts } from "../../../../packages/dashboard/client/pages/audit/audit-texts.ts";
import { auditRows, auditRowsOf } from "./audit-rows.ts";

/** A code says nothing to the person who reads the log. */
it("every act of a route has words in both languages", () => {
  const actions = Object.keys(auditRows).flatMap((id) => auditRowsOf(id).map(([action]) => action));
  const { en, am } = auditTexts;
  const unknown = actions.filter((action) => !(action in en.actions && action in am.actions));
  expect(unknown).toEqual([]);
});
