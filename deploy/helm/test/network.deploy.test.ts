import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { BlockList } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildTools, mustRun, toolsFolder } from "./deploy-tools.ts";
import { renderWith, withoutBanksBut } from "./rendered-chart.ts";

const valuesFolder = path.join(import.meta.dirname, "values");
const folder = mkdtempSync(path.join(tmpdir(), "receipts-network-"));
let connections: string[] = [];

beforeAll(async () => {
  await buildTools(["helm", "nca"]);
  const manifests = await renderWith([
    ...["--values", path.join(valuesFolder, "network.yaml")],
    ...withoutBanksBut("cbe", "awash", "boa"),
  ]);
  writeFileSync(path.join(folder, "release.yaml"), manifests);
  copyFileSync(path.join(valuesFolder, "surroundings.yaml"), path.join(folder, "surroundings.yaml"));
  const nca = path.join(toolsFolder, "nca");
  const question = ["--connectivity", "--resource_list", folder, "--output_format", "txt"];
  // It names groups of pods by either of two labels, at random without a seed.
  const env = { PYTHONPATH: nca, PYTHONHASHSEED: "0" };
  const output = await mustRun("python3", [path.join(nca, "bin/nca"), ...question], { env });
  connections = output.split("\n").filter((line) => line.startsWith("src"));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Address ranges as the analyzer prints them, such as `1.0.0.0-9.255.255.255`. */
const publicRanges = /(?<=dst: )\d[\d.]*-[^ ]+/;

describe("the network policies, evaluated by an analyzer", () => {
  it("allow exactly the connections in the README", () => {
    const expected = readFileSync(path.join(valuesFolder, "expected-connectivity.txt"), "utf8");
    expect(connections.map((line) => `${line.replace(publicRanges, "PUBLIC")}\n`).join("")).toBe(expected);
  });

  it("define PUBLIC everywhere as internet addresses without private networks and a cloud's own", () => {
    const ranges = new Set(connections.flatMap((line) => publicRanges.exec(line)?.[0] ?? []));
    expect(ranges.size).toBe(1);
    const reachable = new BlockList();
    for (const range of [...ranges].flatMap((text) => text.split(","))) {
      const [first = "", last = ""] = range.split("-");
      reachable.addRange(first, last, first.includes(":") ? "ipv6" : "ipv4");
    }
    const inside = ["10.96.0.1", "127.0.0.1", "169.254.169.254", "172.20.0.1", "192.168.1.1", "100.64.0.1"];
    expect(inside.filter((address) => reachable.check(address))).toEqual([]);
    const inside6 = ["::1", "fd00:ec2::254", "fe80::1", "64:ff9b::a00:1", "2001:db8::1", "2002:a00:1::1"];
    expect(inside6.filter((address) => reachable.check(address, "ipv6"))).toEqual([]);
    expect(["8.8.8.8", "196.188.0.1"].map((address) => reachable.check(address))).toEqual([true, true]);
    expect(reachable.check("2a00:1450::1", "ipv6")).toBe(true);
  });
});
