import { eventTypePatternSchema, eventTypes } from "@receipts/contracts";
import { isChosen, switched, typeGroups } from "./event-patterns.ts";
import { eventTypeNames } from "./event-type-texts.ts";

it("knows every type and group of the API", () => {
  expect(eventTypeNames).toEqual(eventTypes);
  expect(["*", ...typeGroups.map(({ name }) => name), ...eventTypeNames]).toEqual(
    eventTypePatternSchema.options,
  );
});

describe("a switched pattern", () => {
  const accounts = ["bank_account.created", "bank_account.updated", "bank_account.deleted"];

  it.each([
    ["a type is added", ["credits.low"], "deposit.created", ["credits.low", "deposit.created"]],
    ["a type is removed", ["credits.low", "deposit.created"], "credits.low", ["deposit.created"]],
    [
      "a group replaces its types",
      [...accounts, "credits.low"],
      "bank_account.*",
      ["credits.low", "bank_account.*"],
    ],
    ["a group is removed with its types", ["bank_account.*"], "bank_account.*", []],
    [
      "without one type, a group becomes its other types",
      ["bank_account.*"],
      accounts[1] ?? "",
      [accounts[0], accounts[2]],
    ],
    ["a group of one type is removed by its type", ["credits.*"], "credits.low", []],
    ["all replaces everything", ["bank_account.*", "credits.low"], "*", ["*"]],
  ])("%s", (_what, chosen, pattern, expected) => {
    const next = switched(chosen, pattern);
    expect(next).toEqual(expected);
    expect(isChosen(next, pattern)).toBe(!isChosen(chosen, pattern));
  });
});
