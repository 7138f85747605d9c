import { rememberLast } from "./remember-last.ts";

it("a text that all banks ask about is read once", () => {
  const asked: string[] = [];
  const length = rememberLast((text) => asked.push(text) && text.length);
  for (let bank = 0; bank < 11; bank += 1) expect(["ab", "abc"].map(length)).toEqual([2, 3]);
  expect(asked).toEqual(["ab", "abc"]);
});

it("older texts are forgotten", () => {
  const asked: string[] = [];
  const length = rememberLast((text) => asked.push(text));
  const texts = Array.from({ length: 100 }, (_, at) => `text ${at}`);
  for (const text of texts) length(text);
  length("text 99");
  expect(asked).toHaveLength(100);
  length("text 0");
  expect(asked).toHaveLength(101);
});
