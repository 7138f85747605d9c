import { z } from "zod";
import type { OutgoingMessage } from "./message-bus.ts";

/** W3C trace context, passed on unchanged. */
export const traceparentHeader = "traceparent";
export const requestIdHeader = "x-request-id";

/** Contract between writers and readers of a topic. */
export interface TopicContract<Data> {
  /** The envelope's `type`; the same for all topics of a family. */
  readonly type: string;
  /**
   * Raise it if an older reader must not act on the message: it then hands it back for a newer pod. Added fields keep
   * the version; a breaking change gets a new topic.
   */
  readonly version: number;
  /** Ignores unknown fields: within a version fields are only added. */
  readonly schema: z.ZodType<Data>;
}

export interface Topic<Data, NameArguments extends readonly string[] = readonly []>
  extends TopicContract<Data> {
  readonly name: (...args: NameArguments) => string;
  /** Messages with the same key go to the same partition. */
  readonly key: (data: Data) => string;
}

export function defineTopic<Data, NameArguments extends readonly string[]>(
  topic: Topic<Data, NameArguments>,
): Topic<Data, NameArguments> {
  return Object.freeze(topic);
}

/** A constant: creating a schema takes far longer than using it. */
const versionedSchema = z.object({ version: z.int() });

const envelopeSchema = z.object({
  messageId: z.uuid(),
  type: z.string(),
  version: z.int().positive(),
  occurredAt: z.iso.datetime(),
  requestId: z.string().regex(/^[A-Za-z0-9._-]{1,128}$/),
  data: z.unknown(),
});

export type Envelope<Data> = Omit<z.infer<typeof envelopeSchema>, "data"> & { readonly data: Data };

export interface MessageDraft<Data> {
  /** From the topic's `name(…)`. */
  readonly topicName: string;
  readonly requestId: string;
  readonly data: Data;
  /** May contain `traceparent`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly messageId?: string;
  readonly occurredAt?: Date;
}

/** Throws if the draft does not match the topic's schema: a bug of the sender. */
export function encodeMessage<Data>(
  topic: TopicContract<Data> & { readonly key: (data: Data) => string },
  draft: MessageDraft<Data>,
): OutgoingMessage {
  const envelope = envelopeSchema.parse({
    messageId: draft.messageId ?? crypto.randomUUID(),
    type: topic.type,
    version: topic.version,
    occurredAt: (draft.occurredAt ?? new Date()).toISOString(),
    requestId: draft.requestId,
    data: topic.schema.parse(draft.data),
  });
  return {
    topic: draft.topicName,
    key: topic.key(draft.data),
    value: JSON.stringify(envelope),
    headers: { ...draft.headers, [requestIdHeader]: draft.requestId },
  };
}

export type DecodedMessage<Data> =
  | { readonly kind: "ok"; readonly envelope: Envelope<Data> }
  | { readonly kind: "unreadable"; readonly reason: string }
  | { readonly kind: "newer_version"; readonly version: number };

/**
 * Checks the version first: a newer writer may have changed everything else, and its message must wait for a newer
 * reader instead of becoming a dead letter.
 */
export function decodeMessage<Data>(
  topic: TopicContract<Data>,
  message: Pick<OutgoingMessage, "value">,
): DecodedMessage<Data> {
  const json = parseJson(message.value);
  if (json === undefined) return { kind: "unreadable", reason: "not JSON" };

  const versioned = versionedSchema.safeParse(json);
  if (versioned.success && versioned.data.version > topic.version) {
    return { kind: "newer_version", version: versioned.data.version };
  }
  const envelope = envelopeSchema.safeParse(json);
  if (!envelope.success) return { kind: "unreadable", reason: reasonOf(envelope.error) };
  if (envelope.data.type !== topic.type) return { kind: "unreadable", reason: "type: another topic's" };

  const data = topic.schema.safeParse(envelope.data.data);
  if (!data.success) return { kind: "unreadable", reason: reasonOf(data.error, "data") };
  return { kind: "ok", envelope: { ...envelope.data, data: data.data } };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the parser's error quotes the text, which may contain secrets
  }
}

/** Path and kind of each issue, never the value: reasons go into headers and logs. */
function reasonOf(error: z.ZodError, root?: string): string {
  return error.issues
    .slice(0, 5)
    .map((issue) => {
      const path = [...(root === undefined ? [] : [root]), ...issue.path.map(String)].join(".");
      return `${path === "" ? "message" : path}: ${issue.code}`;
    })
    .join("; ")
    .slice(0, 500);
}
