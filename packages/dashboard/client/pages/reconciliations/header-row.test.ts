import { headerRow } from "./header-row.ts";

it("the header is the first of the rows with the most texts, below the bank's own lines", () => {
  const header = ["When", "Number", "Sum"];
  expect(headerRow([["Bank of Tests"], ["From", "March"], header, ["1", "2", "3"]])).toBe(header);
  expect(headerRow([])).toEqual([]);
});
