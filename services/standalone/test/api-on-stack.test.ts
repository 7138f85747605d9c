import { existsSync } from "node:fs";
import path from "node:path";
import { apiOnStack } from "./api-on-stack.ts";

it("names files of the API suite, so that a renamed one does not leave the stack unseen", () => {
  const missing = apiOnStack.filter(
    (name) => !existsSync(path.join(import.meta.dirname, `api/${name}.test.ts`)),
  );
  expect(missing).toEqual([]);
});
