import { wholeList } from "./send-result.ts";

describe("a list that is sent whole", () => {
  it("has all of it in its first page, and a limit above 0 where there is nothing", () => {
    expect(wholeList(["a", "b"])).toEqual({ data: ["a", "b"], meta: { total: 2, limit: 2, offset: 0 } });
    expect(wholeList([])).toEqual({ data: [], meta: { total: 0, limit: 1, offset: 0 } });
  });
});
