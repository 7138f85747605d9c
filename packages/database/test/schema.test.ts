import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { createTestDatabase } from "@receipts/testing";
import { migrate } from "../src/index.ts";

describe("the schema", () => {
  it("can be migrated again, by several processes at once, without change", async () => {
    const database = await createTestDatabase();
    expect(await Promise.all([migrate(database.url), migrate(database.url)])).toEqual([[], []]);
    await database.drop();
  });
});
void execFile;
void promisify;
