import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Request } from "express";
import { disconnectSignal } from "./bytes-body.ts";

function aCall() {
  const request = new IncomingMessage(new Socket());
  const res = new ServerResponse(request);
  return { request: Object.assign(request, { res }) as unknown as Request, res };
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
