import { BlockList } from "node:net";
import {
  everyRefusedBlock,
  ipv6GlobalUnicast,
} from "../../../packages/webhooks/src/special-purpose-addresses.ts";
import { isValues, readChartValues } from "../tools/chart-values.ts";

const { networkPolicy } = readChartValues();
const neverReached = isValues(networkPolicy) ? networkPolicy["neverReached"] : undefined;
const blocked: readonly string[] = isValues(neverReached)
  ? Object.values(neverReached).flat().map(String)
  : [];

const refused = everyRefusedBlock.map(({ block }) => block);

function parts(block: string) {
  const [network = "", bits = ""] = block.split("/");
  return { network, bits: Number(bits), family: network.includes(":") ? "ipv6" : "ipv4" } as const;
}

function isWithin(inner: string, outer: string): boolean {
  const [narrow, wide] = [parts(inner), parts(outer)];
  const list = new BlockList();
  list.addSubnet(wide.network, wide.bits, wide.family);
  return narrow.bits >= wide.bits && list.check(narrow.network, narrow.family);
}

describe("the chart's network policies", () => {
  /** Defence in depth: the network must also block addresses that the process refuses. */
  it("block everything that the address guard refuses", () => {
    // In IPv6 nothing outside this block is allowed at all.
    const reachable = refused.filter((block) => !block.includes(":") || isWithin(block, ipv6GlobalUnicast));
    expect(reachable.length).toBeGreaterThan(30);
    expect(reachable.filter((block) => !blocked.some((wide) => isWithin(block, wide)))).toEqual([]);
  });

  it("block no webhook that the guard allows", () => {
    expect(blocked.filter((block) => !refused.some((wide) => isWithin(block, wide)))).toEqual([]);
  });
});
