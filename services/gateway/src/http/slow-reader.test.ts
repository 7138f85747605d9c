import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { createSlowWriter, sendEvent } from "./slow-reader.ts";

const TEXT = "x".repeat(100_000);
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A response whose reader does not read until it resumes. */
async function openUnread() {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").pause();
  socket.on("error", () => undefined);
  socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  const [, response] = (await once(server, "request")) as [unknown, ServerResponse];
  response.on("error", () => undefined);
  const close = () => {
    socket.destroy();
    server.close();
  };
  return { response, socket, [Symbol.dispose]: close };
}

/** The kernel takes some megabytes for a reader. */
const MORE_THAN_THE_KERNEL = 1_000;

describe("a reader that does not read", () => {
  it("is written no more than one text ahead, and gets all of them when it reads", async () => {
    using unread = await openUnread();
    const { response, socket } = unread;
    const write = createSlowWriter(response);
    let written = 0;
    const writing = (async () => {
      while (written < MORE_THAN_THE_KERNEL) {
        await write(TEXT);
        written += 1;
      }
      response.end();
    })();
    for (let before = -1; before !== written; ) {
      before = written;
      for (let nth = 0; nth < 1_000; nth += 1) await turn();
    }
    expect(written).toBeLessThan(MORE_THAN_THE_KERNEL);
    expect(response.writableLength).toBeLessThan(2 * TEXT.length + 1_000);
    let received = 0;
    socket.on("data", (bytes: Buffer) => {
      received += bytes.length;
    });
    socket.resume();
    await writing;
    while (received < MORE_THAN_THE_KERNEL * TEXT.length) await turn();
  });

  it("is written no more when it leaves", async () => {
    using unread = await openUnread();
    const { response, socket } = unread;
    const write = createSlowWriter(response);
    const writing = (async () => {
      for (;;) await write(TEXT);
    })();
    while (!response.writableNeedDrain) await turn();
    socket.destroy();
    await expect(writing).rejects.toThrow("aborted");
  });

  it("loses a stream of small events", async () => {
    using unread = await openUnread();
    const { response } = unread;
    let sent = 0;
    while (!response.destroyed) {
      sendEvent(response, TEXT);
      sent += 1;
      await turn();
    }
    expect(sent).toBeLessThan(MORE_THAN_THE_KERNEL);
    expect(response.writableLength).toBeLessThan(2 * TEXT.length + 1_000);
  });
});
