import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { backingSettings } from "@receipts/backing-services";
import { migrationSettings } from "@receipts/database";
import { gatewaySettings } from "@receipts/gateway";
import { verifierSettings } from "@receipts/verifier";
import { dispatcherSettings } from "@receipts/webhook-dispatcher";
import { parse } from "yaml";
import { adminSettings } from "../../gateway/src/admin/admin-environment.ts";
import { createAdminProgram } from "../../gateway/src/admin/admin-program.ts";

type Command = ReturnType<typeof createAdminProgram>;

const root = fileURLToPath(new URL("../../..", import.meta.url));
const readText = (file: string): string => readFileSync(path.join(root, file), "utf8");

const handbook = readText("deploy/README.md");
const compose: { services: Record<string, unknown> } = parse(readText("docker-compose.yml"), {
  merge: true,
  maxAliasCount: -1,
});
const values = parse(readText("deploy/helm/receipts/values.yaml"));

/** Every line of code in the handbook. */
const code = [
  ...[...handbook.matchAll(/```\w*\n([\s\S]*?)```/g)].flatMap(([, block = ""]) => block.split("\n")),
  ...[...handbook.replaceAll(/```\w*\n[\s\S]*?```/g, "").matchAll(/`([^`\n]+)`/g)].map(
    ([, inline = ""]) => inline,
  ),
].map((line) => line.replace(/ {2,}#.*$/, "").trim());

/** Returns the words after `start`, up to the end of the command. */
const wordsAfter = (start: string): string[][] =>
  code
    .filter((line) => line.includes(start))
    .map((line) =>
      line
        .slice(line.indexOf(start) + start.length)
        .trim()
        .split(/\s+/)
        .filter(Boolean),
    );

describe("the operating handbook", () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readText("package.json"));
  const named = wordsAfter("npm run ").map(([script = ""]) => script);
  it.each([...new Set(named)])("names the script npm run %s", (script) => {
    expect(Object.keys(scripts)).toContain(script);
  });

  const program = createAdminProgram({
    environment: () => fail(),
    print: () => undefined,
    write: () => undefined,
  });
  const admin = [
    ...wordsAfter("npm run admin -- "),
    ...wordsAfter("docker compose run --rm --env KAFKA_BROKERS=kafka:9092 admin "),
  ].filter(([first]) => first !== "…");
  it.each(admin.map((words) => [words.join(" "), words] as const))(
    "names the admin command %s",
    (_, words) => {
      const { command, rest } = resolve(program, words);
      expect(command.commands).toEqual([]);
      const options = rest.filter((word) => word.startsWith("--"));
      expect(command.options.map(({ long }) => long)).toEqual(expect.arrayContaining(options));
    },
  );

  const links = [...handbook.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  it.each([...new Set(links)])("links to %s, which exists", (target) => {
    const [file = "", anchor] = target.split("#");
    const text = readText(path.join("deploy", file));
    if (anchor !== undefined) expect(text.split("\n").map(anchorOf)).toContain(anchor);
  });

  const paths = code.flatMap((line) => line.match(/(?:deploy|packages|services)\/[\w./-]+/g) ?? []);
  it.each([...new Set(paths)])("names the path %s, which exists", (file) => {
    // Images contain compiled sources.
    const source = file.replace("/dist/", "/src/").replace(/\.js$/, ".ts");
    expect(existsSync(path.join(root, source))).toBe(true);
  });

  const settings = handbook.match(/\b[A-Z]{2,}(?:_[A-Z0-9]+)+\b/g) ?? [];
  it.each([...new Set(settings)])("names the setting %s", (name) => {
    expect(knownSettings).toContain(name);
  });

  it("names services of docker-compose.yml", () => {
    const stopped = [...wordsAfter("docker compose stop "), ...wordsAfter("docker compose start ")].flat();
    const scaled = code.flatMap((line) => line.match(/(?<=--scale )[\w-]+/g) ?? []);
    const services = [...stopped.slice(0, stopped.indexOf("$(docker")), ...scaled, "admin", "topics"];
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(services));
    expect(Object.keys(compose.services).some((name) => name.startsWith("verifier-"))).toBe(true);
  });

  it("sets values of the chart", () => {
    const set = code.flatMap((line) => [...line.matchAll(/(?:--set |^)banks\.(\w+)\.(\w+)/g)]);
    expect(set.length).toBeGreaterThan(1);
    for (const [, bank = "", key = ""] of set) {
      expect(Object.keys(values.banks)).toContain(bank);
      expect(Object.keys(values.verifier)).toContain(key);
    }
  });

  /** `figure … | [file](link)`: the handbook must quote the latest measurement. */
  const figures = handbook
    .split("\n")
    .flatMap((line) => [...line.matchAll(/^\| [^|]+ \| ([^|]+) \| \[[^\]]+\]\(([^)]+\.md)\) \|/g)])
    .map(([, figure = "", file = ""]) => [figure, file] as const);
  it.each(figures)("quotes %s as measured in %s", (figure, file) => {
    const report = readText(path.join("deploy", file));
    for (const number of figure.match(/\d[\d,.]*\d|\d/g) ?? []) expect(report).toContain(number);
  });
  it("quotes figures", () => {
    expect(figures.length).toBeGreaterThan(3);
  });
});

/** Returns the command that the first words name, and the remaining arguments and options. */
function resolve(program: Command, words: readonly string[]): { command: Command; rest: readonly string[] } {
  const next = program.commands.find((command) => command.name() === words[0]);
  return next === undefined ? { command: program, rest: words } : resolve(next, words.slice(1));
}

/** Returns GitHub's anchor of a heading. */
function anchorOf(line: string): string {
  return /^#+ /.test(line)
    ? line
        .replace(/^#+ /, "")
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, "")
        .replaceAll(" ", "-")
    : "";
}

const shapes = [
  ...[gatewaySettings, verifierSettings, dispatcherSettings, backingSettings],
  ...[adminSettings, migrationSettings],
];
const knownSettings: readonly string[] = [
  ...shapes.flatMap((shape) => Object.keys(shape)),
  ...[...readText("docker-compose.yml").matchAll(/\$\{(\w+)/g)].map(([, name = ""]) => name),
  // A setting of the chaos tests, explained in their README.
  ...(readText("services/standalone/test/chaos/README.md").match(/PREVIOUS_COMMIT/g) ?? []),
];

function fail(): never {
  throw new Error("no command is run here");
}
