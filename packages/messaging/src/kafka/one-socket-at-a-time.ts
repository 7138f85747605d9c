import { createRequire } from "node:module";
import type { Socket } from "node:net";

interface KafkaJsConnection {
  socket?: Socket;
  chunks: readonly Buffer[];
  bytesBuffered: number;
  bytesNeeded: number;
  isConnected(): boolean;
  connect(): Promise<boolean>;
}

/** Each response begins with its length. */
const LENGTH_BYTES = 4;

/**
 * Patches how kafkajs 2.2.4 connects again after a connection was cut.
 *
 * Its connection keeps the bytes of a response that was cut, and takes them for the start of the next socket's first
 * response. Calls that find it disconnected each open a socket, and all of them write into the same bytes. Either way it
 * reads a length from the middle of a response, which ends the process with a RangeError (kafkajs issue 715).
 */
export function useOneSocketAtATime(): void {
  const require = createRequire(import.meta.url);
  const { prototype }: { prototype: KafkaJsConnection } = require("kafkajs/src/network/connection");
  if (patched.has(prototype)) return;
  patched.add(prototype);
  const connect = prototype.connect;
  const connecting = new WeakMap<KafkaJsConnection, Promise<boolean>>();
  prototype.connect = function () {
    if (this.isConnected()) return connect.call(this);
    const known = connecting.get(this);
    if (known !== undefined) return known;
    // Its peer may still send.
    this.socket?.destroy();
    this.chunks = [];
    this.bytesBuffered = 0;
    this.bytesNeeded = LENGTH_BYTES;
    const connected = connect.call(this).finally(() => connecting.delete(this));
    connecting.set(this, connected);
    return connected;
  };
}

const patched = new WeakSet<KafkaJsConnection>();
