import { memoize } from "./memoize.ts";

it("a text is computed once", () => {
  const computed: string[] = [];
  const length = memoize((text) => computed.push(text) && text.length);
  for (let time = 0; time < 11; time += 1) expect(["ab", "abc"].map(length)).toEqual([2, 3]);
  expect(computed).toEqual(["ab", "abc"]);
});

it("the oldest text is forgotten", () => {
  const computed: string[] = [];
  const length = memoize((text) => computed.push(text) && text.length, { maxEntries: 2 });
  for (const text of ["a", "ab", "abc", "abc", "ab", "a"]) length(text);
  expect(computed).toEqual(["a", "ab", "abc", "a"]);
});
