import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { checkoutOpenApiDocument, openApiDocument } from "@receipts/contracts";
import { everything } from "../api/owned.ts";
import { onePixelPng } from "../pictures.ts";
import { makeCheckoutKey } from "../shop.ts";
import { aPerson, sessionCookie } from "../signed-in.ts";
import { openSystem, type System } from "../system.ts";
import { openPageShell } from "./page-shell.ts";

/** Answers to a malformed call. Passwords, tokens and branches of the examples exist nowhere. */
const malformed =
  /"code":"(?:malformed_json|method_not_allowed|unsupported_media_type|invalid_request|invalid_payload)"/;
const unknownHere =
  /(?:is not valid any more|is not your password|is not the current password|is not a branch of this account)/;

let system: System;
let folder: string;
beforeAll(async () => {
  system = await openSystem({ verifiers: [] });
  folder = mkdtempSync(path.join(tmpdir(), "reference-"));
});
afterAll(async () => {
  await system.stop();
  await rm(folder, { recursive: true });
});

/** The commands of the reference as a reader copies them. */
async function shownCommands(): Promise<readonly string[]> {
  const overview = await textOf("/docs/reference");
  const pages = new Set(
    [...overview.matchAll(/href="(\/docs\/reference\/[^"#]+)"/g)].map(([, at = ""]) => at),
  );
  const texts = await Promise.all([...pages].map(textOf));
  const caption = '<p class="caption">curl</p>';
  return texts.flatMap((text) =>
    text
      .split(caption)
      .slice(1)
      .map((rest) => plainText(/<code>(.*?)<\/code>/s.exec(rest)?.[1] ?? "")),
  );
}

const textOf = async (address: string) => await (await fetch(`${system.url}${address}`)).text();

const plainText = (markup: string) =>
  markup
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll(/&#(?:39|x27);/g, "'")
    .replaceAll("&amp;", "&");

it("shows a command for each call, which the service understands", async () => {
  const commands = await shownCommands();
  const documents = [openApiDocument("https://x.test"), checkoutOpenApiDocument("https://x.test")];
  const operations = documents.flatMap(({ paths }) => Object.values(paths ?? {}).flatMap(Object.values));
  expect(commands).toHaveLength(operations.length);

  const { account } = await aPerson(system);
  const { apiKey } = await system.keyOf(account, { permissions: everything });
  const { key } = await makeCheckoutKey(system, account);
  for (const name of ["receipt.jpg", "logo.png"]) writeFileSync(path.join(folder, name), onePixelPng);
  writeFileSync(path.join(folder, "payments.csv"), "referenceNumber,amount\r\nDC21QK2M41,1250.00\r\n");
  const answers = await answersOf(commands, { API_KEY: apiKey, CHECKOUT_KEY: key });
  const wrong = answers.filter(
    ({ answer }) => !/^[1-5]\d\d\n/.test(answer) || (malformed.test(answer) && !unknownHere.test(answer)),
  );
  expect(wrong).toEqual([]);
});

/** Runs each command with the session of another account, as some of them end it. */
async function answersOf(
  commands: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ command: string; answer: string }[]> {
  const mark = "--- next command";
  const script = [
    `curl() { : > answer; command curl -o answer -w '%{http_code}\\n' "$@" || true; head -c 500 answer; }`,
  ];
  for (const command of commands) {
    const cookie = (await sessionCookie(system, await system.account())).replace("=", "\t");
    const here = command.replaceAll(/https:\/\/(?:api|pay)\.example\.test/g, system.url);
    script.push(
      `echo '${new URL(system.url).hostname}\tFALSE\t/\tFALSE\t0\t${cookie}' > session.txt`,
      here,
      `echo; echo '${mark}'`,
    );
  }
  const shell = openPageShell({ folder, env });
  try {
    const printed = (await shell.run(script.join("\n"))).split(`\n${mark}\n`);
    return commands.map((command, index) => ({ command, answer: printed[index] ?? "" }));
  } finally {
    await shell.close();
  }
}
