import { readdirSync } from "node:fs";
import path from "node:path";
import { layerOf, layerRules } from "../../bench/layers.ts";

const root = path.join(import.meta.dirname, "../../../..");

function sourcesOf(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => `${folder}/${file}`)
    .filter((file) => file.endsWith(".ts") && !/\.test\.ts$|\/conformance\//.test(file));
}

/** Our packages that run in a process. */
const shared = ["backing-services", "contracts", "database", "fast-store", "messaging", "outbox"];
const packages = [...shared, "quarantine", "service-kit", "settlement", "tracing", "verdicts", "banks"];
const sources = {
  gateway: [...packages, "webhooks", "web-pages"].flatMap((name) => sourcesOf(`packages/${name}/src`)),
  verifier: packages.flatMap((name) => sourcesOf(`packages/${name}/src`)),
};

/** `bench -- layers` stops at a file without a layer; this test finds a new or moved file earlier. */
describe.each(["gateway", "verifier"] as const)("the layers of the %s", (service) => {
  const files = [...sources[service], ...sourcesOf(`services/${service}/src`)];

  it("cover each of its files", () => {
    expect(files.filter((file) => layerOf(`${file}#anything`, layerRules[service]) === undefined)).toEqual(
      [],
    );
  });

  it("have no unused pattern", () => {
    const ours = layerRules[service].filter(([pattern]) => /packages|services/.test(pattern.source));
    const used = new Set(files.map((file) => ours.find(([pattern]) => pattern.test(`${file}#anything`))));
    const unused = ours.filter((rule) => !used.has(rule));
    expect(unused.map(([pattern]) => pattern.source)).toEqual([]);
  });
});
