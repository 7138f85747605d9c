import { wholeList } from "./send-result.ts";

describe("a list without paging", () => {
  it("is whole in its first page, with a limit above 0 even if empty", () => {
    expect(wholeList(["a", "b"])).toEqual({ data: ["a", "b"], meta: { total: 2, limit: 2, offset: 0 } });
    expect(wholeList([])).toEqual({ data: [], meta: { total: 0, limit: 1, offset: 0 } });
  });
});
