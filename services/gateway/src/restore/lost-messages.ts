import type { BankCode } from "@receipts/contracts";
import { supportedBankCodes } from "@receipts/contracts";
import { decodeMessage, verificationFinished, verificationRequested } from "@receipts/messaging";
import type { KeptMessage } from "@receipts/messaging/kafka";

/** Shows the stored messages of topics since a given time. */
export type ReadStoredMessages = (
  options: { readonly topics: readonly string[]; readonly since: Date },
  show: (message: KeptMessage) => void,
) => Promise<void>;

/** A request known from messages. Without bank and account if only its webhook is known. */
export interface KnownRequest {
  readonly id: string;
  readonly bank: BankCode | undefined;
  readonly userId: string | undefined;
  /** `x-request-id` of the call, as in the logs. */
  readonly httpRequestId: string;
  readonly at: Date;
}

export interface KnownDelivery {
  readonly id: string;
  readonly verificationId: string;
  readonly at: Date;
}

export interface KnownFromMessages {
  readonly requests: readonly KnownRequest[];
  readonly deliveries: readonly KnownDelivery[];
}

const bankOfTopic: ReadonlyMap<string, BankCode> = new Map(
  supportedBankCodes.map((bank) => [verificationRequested.name(bank), bank]),
);

/** Writers' clocks may differ from the database's. Rows that still exist are sorted out later. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

/** Reads the messages of a period: the requests, and the webhooks that were due. */
export async function readKnownFromMessages(
  read: ReadStoredMessages,
  span: { readonly from: Date; readonly to: Date },
): Promise<KnownFromMessages> {
  const requests = new Map<string, KnownRequest>();
  const deliveries = new Map<string, KnownDelivery>();
  const topics = [...bankOfTopic.keys(), verificationFinished.name()];
  const since = new Date(span.from.getTime() - CLOCKS_DIFFER_MS);
  const until = span.to.getTime() + CLOCKS_DIFFER_MS;
  await read({ topics, since }, (message) => {
    if (message.at.getTime() > until) return;
    const request = requestOf(message);
    // The message of the request has more fields than that of its webhook.
    if (request !== undefined && requests.get(request.id)?.bank === undefined)
      requests.set(request.id, request);
    const delivery = deliveryOf(message);
    if (delivery !== undefined) deliveries.set(delivery.id, delivery);
  });
  return { requests: [...requests.values()], deliveries: [...deliveries.values()] };
}

function requestOf({ topic, value, at }: KeptMessage): KnownRequest | undefined {
  const bank = bankOfTopic.get(topic);
  if (bank === undefined) {
    const finished = decodeMessage(verificationFinished, { value });
    if (finished.kind !== "ok") return undefined;
    const { data, requestId } = finished.envelope;
    return { id: data.verificationId, bank, userId: undefined, httpRequestId: requestId, at };
  }
  const requested = decodeMessage(verificationRequested, { value });
  if (requested.kind !== "ok") return undefined;
  const { data, requestId } = requested.envelope;
  return { id: data.verificationId, bank, userId: data.userId, httpRequestId: requestId, at };
}

function deliveryOf({ topic, value, at }: KeptMessage): KnownDelivery | undefined {
  if (bankOfTopic.has(topic)) return undefined;
  const decoded = decodeMessage(verificationFinished, { value });
  if (decoded.kind !== "ok") return undefined;
  const { deliveryId, verificationId } = decoded.envelope.data;
  return { id: deliveryId, verificationId, at };
}
