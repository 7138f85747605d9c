import { z } from "zod";
import { decodeMessage, defineTopic, encodeMessage } from "./topic.ts";
import { verificationFinished, verificationRequested } from "./topics.ts";

const parcels = defineTopic({
  name: () => "parcels",
  type: "parcels",
  version: 2,
  key: (data) => data.parcelId,
  schema: z.object({ parcelId: z.string(), note: z.string().optional() }),
});

const sent = {
  messageId: "0198c3c2-7d1f-7c39-9a55-0d4e5b7a1f10",
  type: "parcels",
  version: 2,
  occurredAt: "2030-05-01T10:00:00.000Z",
  requestId: "req_1",
  data: { parcelId: "p1" },
};

const changed = (change: Record<string, unknown>) => JSON.stringify({ ...sent, ...change });

describe("a message of a topic", () => {
  it("is decoded as it was encoded", () => {
    const message = encodeMessage(parcels, {
      topicName: parcels.name(),
      requestId: "req_1",
      data: { parcelId: "p1", note: "ጥንቃቄ" },
      messageId: sent.messageId,
      occurredAt: new Date(sent.occurredAt),
    });
    expect(message).toMatchObject({ topic: "parcels", key: "p1" });
    expect(decodeMessage(parcels, message)).toEqual({
      kind: "ok",
      envelope: { ...sent, data: { parcelId: "p1", note: "ጥንቃቄ" } },
    });
  });

  it("carries the trace context and the request id in its headers", () => {
    const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    const message = encodeMessage(parcels, {
      topicName: "parcels",
      requestId: "req_1",
      data: { parcelId: "p1" },
      headers: { traceparent },
    });
    expect(message.headers).toEqual({ traceparent, "x-request-id": "req_1" });
  });

  it("has a unique id", () => {
    const draft = { topicName: "parcels", requestId: "req_1", data: { parcelId: "p1" } };
    expect(encodeMessage(parcels, draft).value).not.toBe(encodeMessage(parcels, draft).value);
  });

  it("is not encoded when it does not match its own schema", () => {
    const data = { verificationId: "", receiptKey: "k" };
    const draft = { topicName: verificationRequested.name("cbe"), requestId: "req_1", data };
    expect(() => encodeMessage(verificationRequested, draft)).toThrow(z.ZodError);
  });

  it("may have unknown fields", () => {
    const value = changed({ data: { parcelId: "p1", weight: 3 }, region: "north" });
    expect(decodeMessage(parcels, { value })).toEqual({ kind: "ok", envelope: sent });
  });

  it.each([
    ["not JSON", "<html>", "not JSON"],
    ["empty", "", "not JSON"],
    ["JSON, but not an object", "null", "message: invalid_type"],
    ["a message without its id", changed({ messageId: undefined }), "messageId: invalid_type"],
    ["a version that is not a number", changed({ version: "2" }), "version: invalid_type"],
    ["a message of another topic", changed({ type: "letters" }), "type: another topic's"],
    ["data of another shape", changed({ data: { parcelId: 7 } }), "data.parcelId: invalid_type"],
    ["data that is missing", changed({ data: undefined }), "data: invalid_type"],
  ])("is unreadable when it is %s", (_case, value, reason) => {
    expect(decodeMessage(parcels, { value })).toEqual({ kind: "unreadable", reason });
  });

  /** An older pod must not dead-letter a message that a newer pod can read. */
  it("is recognized as a newer version, even if everything else has changed", () => {
    const value = JSON.stringify({ version: 3, everything: "is different" });
    expect(decodeMessage(parcels, { value })).toEqual({ kind: "newer_version", version: 3 });
  });

  it("is read in an older version if it matches the schema", () => {
    expect(decodeMessage(parcels, { value: changed({ version: 1 }) })).toMatchObject({ kind: "ok" });
  });

  it("shows nothing of its content in the reason", () => {
    const value = changed({ data: { parcelId: { "secret-canary": 1 } }, requestId: "secret-canary!" });
    expect(JSON.stringify(decodeMessage(parcels, { value }))).not.toContain("secret-canary");
  });
});

describe("the topics", () => {
  it("have one name for each bank, and one key for duplicates", () => {
    expect(verificationRequested.name("telebirr")).toBe("verification.requested.telebirr");
    expect(verificationRequested.key({ verificationId: "v1", receiptKey: "twin" })).toBe("twin");
    expect(verificationFinished.name()).toBe("verification.finished");
    expect(verificationFinished.key({ verificationId: "v1", deliveryId: "d1" })).toBe("v1");
  });
});
