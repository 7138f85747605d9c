import kafkajs, { type PartitionAssigner } from "kafkajs";

export interface PartitionClaim {
  readonly memberId: string;
  /** Partitions that the member reports as its own. */
  readonly held: readonly number[];
}

/**
 * Assigns partitions evenly and moves as few as possible. kafkajs's own round robin reassigns all of them at every join
 * or leave, which would abort most messages in flight.
 */
export function assignSticky(
  partitions: readonly number[],
  claims: readonly PartitionClaim[],
): Map<string, number[]> {
  const free = new Set(partitions);
  const min = Math.floor(partitions.length / claims.length);
  let oneMore = partitions.length % claims.length;
  // Members with most partitions come first and get the remainder.
  const inOrder = claims.toSorted(
    (a, b) => b.held.length - a.held.length || a.memberId.localeCompare(b.memberId),
  );
  const shares = inOrder.map(({ memberId, held }) => {
    const share = oneMore > 0 ? min + 1 : min;
    oneMore -= 1;
    const retained = held.filter((partition) => free.has(partition)).slice(0, share);
    for (const partition of retained) free.delete(partition);
    return { memberId, share, assigned: retained };
  });
  const rest = [...free];
  for (const { share, assigned } of shares) assigned.push(...rest.splice(0, share - assigned.length));
  return new Map(shares.map(({ memberId, assigned }) => [memberId, assigned]));
}

const version = 1;
const name = "ReceiptsStickyAssigner";

/** For groups whose members read a single topic. `held` returns this member's partitions when it rejoins. */
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

/** Four bytes per partition. */
function toUserData(partitions: readonly number[]): Buffer {
  return Buffer.from(new Uint8Array(Uint32Array.from(partitions).buffer));
}

function fromUserData(data: Buffer | null | undefined): number[] {
  const count = Math.floor((data?.length ?? 0) / 4);
  return Array.from({ length: count }, (_, index) => data?.readUInt32LE(index * 4) ?? 0);
}
