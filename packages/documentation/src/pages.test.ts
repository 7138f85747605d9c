import { readdirSync, readFileSync } from "node:fs";
import { pageGroups } from "./page-list.ts";
import { payerLists } from "./payer-pages.ts";
import { createMarkdown } from "./render-markdown.ts";

const folder = new URL("../pages/", import.meta.url);
const files = readdirSync(folder);
const textOf = (file: string) => readFileSync(new URL(file, folder), "utf8");

const targets: string[] = [];
const markdown = createMarkdown({
  linkOf: (target) => {
    targets.push(target);
    return target;
  },
  codeLinkOf: () => undefined,
});
const pages = new Map(
  files.map((file) => {
    targets.length = 0;
    const { headings } = markdown.page(textOf(file));
    return [file, { anchors: headings.map(({ anchor }) => anchor), links: [...new Set(targets)] }] as const;
  }),
);

describe("the pages", () => {
  it("are in the navigation, once each", () => {
    const listed = pageGroups
      .flatMap(({ pages: names }) => names)
      .filter((name) => !payerLists.includes(name))
      .map((name) => `${name}.md`);
    expect([...listed].sort()).toEqual([...files].sort());
  });

  const links = [...pages].flatMap(([file, page]) => page.links.map((link) => [file, link] as const));
  it.each(links.filter(([, link]) => !/^https?:/.test(link)))(
    "%s links to %s, which exists in the repository too",
    (file, link) => {
      const [target, anchor] = link.split("#");
      const page = pages.get(target === "" ? file : (target ?? ""));
      expect(page).toBeDefined();
      if (anchor !== undefined) expect(page?.anchors).toContain(anchor);
    },
  );

  it.each(links.filter(([, link]) => /^https?:/.test(link)))(
    "%s links to %s by https, or to this machine",
    (_, link) => {
      expect(link).toMatch(/^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1):)/);
    },
  );

  it.each(files.filter((file) => !file.startsWith("quick-start") && /^```sh$/m.test(textOf(file))))(
    "%s links to the variables that it uses",
    (file) => {
      expect(pages.get(file)?.links).toContain("quick-start.md#2-take-the-keys");
    },
  );

  /** `receiver-examples.test.ts` tests these files, so readers must copy exactly them. */
  it.each([
    ["js receive-webhooks.mjs", "node/receive-webhooks.mjs"],
    ["python receive_webhooks.py", "python/receive_webhooks.py"],
    ["php receive-webhooks.php", "php/receive-webhooks.php"],
    ...[
      ["js", "express/receive-webhooks.mjs"],
      ["python", "fastapi/receive_webhooks.py"],
      ["php", "laravel/app/Http/Controllers/WebhookController.php"],
      ["php", "laravel/database/migrations/2026_01_01_000000_create_webhook_inbox.php"],
      ["php", "laravel/routes/api.php"],
    ].map(([language, example]) => [`${language} example ${example}`, example]),
  ])("show the tested receiver: %s", (block, example) => {
    const code = readFileSync(
      new URL(`../../../services/webhook-dispatcher/examples/${example}`, import.meta.url),
      "utf8",
    );
    expect(textOf("receivers.md")).toContain(`\`\`\`${block}\n${code}\`\`\`\n`);
  });
});
