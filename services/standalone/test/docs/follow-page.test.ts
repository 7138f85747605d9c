import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type LocalServer, startLocalServer } from "@receipts/testing";
import { followBlocks } from "./follow-page.ts";
import type { PageBlock } from "./page-blocks.ts";

/** Refuses every call. */
let server: LocalServer;
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "receipts-follow-"));
  server = await startLocalServer((_request, response) => {
    response.writeHead(422, { "content-type": "application/json" }).end('{"error":"refused"}');
  });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const block = (language: string, role: string, code: string): PageBlock => ({
  language,
  role,
  code,
  place: "page.md:1",
});
const ask = (options: string) => block("sh", "", `curl -s ${options} ${server.url}/`);
const follow = (...blocks: PageBlock[]) =>
  followBlocks(
    { folder, env: {}, toHere: (text) => text, toPage: (text) => text },
    { file: "page.md", variables: "", blocks },
  );

describe("a call that is refused", () => {
  it("fails a page that shows no response", async () => {
    await expect(follow(ask("-o answer.json"))).rejects.toThrow("failed:");
  });

  it("fails a page that shows the response of a later block only", async () => {
    const later = block("sh", "", "printf '{}'");
    await expect(follow(ask("-o answer.json"), later, block("json", "answer", "{}"))).rejects.toThrow(
      "failed:",
    );
  });

  it("passes if the page shows it", async () => {
    await follow(ask(""), block("json", "answer", '{ "error": "refused" }'));
  });
});
