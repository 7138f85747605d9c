import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { disconnectSignal } from "./bytes-body.ts";

function aCall() {
  const res = new ServerResponse(new IncomingMessage(new Socket()));
  return { request: { res }, res };
}

describe("the signal of a call", () => {
  it("aborts when the client disconnects", () => {
    const { request, res } = aCall();
    const signal = disconnectSignal(request);
    expect(signal.aborted).toBe(false);
    res.emit("close");
    expect(signal.aborted).toBe(true);
  });

  it("is aborted for a client that left before", () => {
    const { request, res } = aCall();
    res.destroy();
    expect(disconnectSignal(request).aborted).toBe(true);
  });
});
