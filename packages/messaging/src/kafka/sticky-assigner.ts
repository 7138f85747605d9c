import kafkajs, { type PartitionAssigner } from "kafkajs";

export interface PartitionClaim {
  readonly memberId: string;
  /** What the member has at present, by its own word. */
  readonly held: readonly number[];
}

/**
 * Shares out partitions evenly, and leaves each where it is as far as that goes. kafkajs's own round robin deals all
 * of them anew whenever a member comes or goes, which would abort most of what is in flight each time.
 */
export function assignSticky(
  partitions: readonly number[],
  claims: readonly PartitionClaim[],
): Map<string, number[]> {
  const free = new Set(partitions);
  const least = Math.floor(partitions.length / claims.length);
  let oneMore = partitions.length % claims.length;
  // Who has most goes first, and so has the first right to one more.
  const inOrder = claims.toSorted(
    (a, b) => b.held.length - a.held.length || a.memberId.localeCompare(b.memberId),
  );
  const shares = inOrder.map(({ memberId, held }) => {
    const share = oneMore > 0 ? least + 1 : least;
    oneMore -= 1;
    const kept = held.filter((partition) => free.has(partition)).slice(0, share);
    for (const partition of kept) free.delete(partition);
    return { memberId, share, assigned: kept };
  });
  const rest = [...free];
  for (const { share, assigned } of shares) assigned.push(...rest.splice(0, share - assigned.length));
  return new Map(shares.map(({ memberId, assigned }) => [memberId, assigned]));
}

const version = 1;
const name = "ReceiptsStickyAssigner";

/** For groups whose members all read the one topic; `held` says what this member has when it joins again. */
export function createStickyAssigner(topic: string, held: () => readonly number[]): PartitionAssigner {
  const { MemberAssignment, MemberMetadata } = kafkajs.AssignerProtocol;
  return ({ cluster }) => ({
    name,
    version,
    async assign({ members }) {
      const partitions = cluster.findTopicPartitionMetadata(topic).map(({ partitionId }) => partitionId);
      const claims = members.map(({ memberId, memberMetadata }) => ({
        memberId,
        held: fromUserData(MemberMetadata.decode(memberMetadata)?.userData),
      }));
      return [...assignSticky(partitions, claims)].map(([memberId, assigned]) => ({
        memberId,
        memberAssignment: MemberAssignment.encode({
          version,
          assignment: { [topic]: assigned },
          userData: Buffer.alloc(0),
        }),
      }));
    },
    protocol: ({ topics }) => ({
      name,
      metadata: MemberMetadata.encode({ version, topics, userData: toUserData(held()) }),
    }),
  });
}

/** Four bytes for each partition. */
function toUserData(partitions: readonly number[]): Buffer {
  return Buffer.from(new Uint8Array(Uint32Array.from(partitions).buffer));
}

function fromUserData(data: Buffer | null | undefined): number[] {
  const count = Math.floor((data?.length ?? 0) / 4);
  return Array.from({ length: count }, (_, index) => data?.readUInt32LE(index * 4) ?? 0);
}
