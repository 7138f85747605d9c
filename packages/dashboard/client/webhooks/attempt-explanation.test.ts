import { explanationOf } from "./attempt-explanation.ts";
import { attemptTexts } from "./attempt-texts.ts";

const { statuses, classes, unknown } = attemptTexts.en;
const ofStatus = (statusCode: number) => explanationOf({ statusCode, errorClass: null }, "en");
const ofClass = (errorClass: string) => explanationOf({ statusCode: null, errorClass }, "en");

it.each([
  [200, statuses.delivered],
  [204, statuses.delivered],
  [301, statuses.redirect],
  [400, statuses.rejected],
  [401, statuses.refused],
  [404, statuses.notFound],
  [410, statuses.gone],
  [429, statuses.limited],
  [500, statuses.failed],
  [503, statuses.unavailable],
  [599, statuses.failed],
  [999, statuses.unusual],
])("explains the status %i", (status, text) => {
  expect(ofStatus(status)).toBe(text);
});

it("explains the class of an attempt without a response", () => {
  expect(ofClass("dns")).toBe(classes.dns);
  expect(ofClass("a class newer than this page")).toBe(unknown);
  expect(ofClass("toString")).toBe(unknown);
});
