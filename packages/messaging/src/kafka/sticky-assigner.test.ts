import fc from "fast-check";
import { assignSticky } from "./sticky-assigner.ts";

const claim = (memberId: string, ...held: number[]) => ({ memberId, held });
const six = [0, 1, 2, 3, 4, 5];

describe("the assignment of partitions", () => {
  it("moves only a new member's share", () => {
    const assigned = assignSticky(six, [claim("a", 0, 2, 4), claim("b", 1, 3, 5), claim("new")]);
    expect(Object.fromEntries(assigned)).toEqual({ a: [0, 2], b: [1, 3], new: [4, 5] });
  });

  it("assigns a former member's partitions to the others, which keep theirs", () => {
    const assigned = assignSticky(six, [claim("a", 0, 1), claim("b", 4, 5)]);
    expect(Object.fromEntries(assigned)).toEqual({ a: [0, 1, 2], b: [4, 5, 3] });
  });

  it("changes nothing while the members stay the same", () => {
    const assigned = assignSticky([0, 1, 2], [claim("a", 1), claim("b", 2, 0)]);
    expect(Object.fromEntries(assigned)).toEqual({ a: [1], b: [2, 0] });
  });

  it("assigns each partition to exactly one member, evenly, for any reports of the members", () => {
    const claims = fc.array(fc.array(fc.nat(12)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.nat(12), claims, (count, held) => {
        const partitions = Array.from({ length: count }, (_, index) => index);
        const members = held.map((numbers, index) => claim(`m${index}`, ...new Set(numbers)));
        const shares = [...assignSticky(partitions, members).values()];
        expect(shares.flat().sort((a, b) => a - b)).toEqual(partitions);
        const sizes = shares.map(({ length }) => length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
