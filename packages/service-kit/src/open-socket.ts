import { connect, type Socket, type TcpNetConnectOpts } from "node:net";
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from "node:tls";

/**
 * Every socket to another host opens here, without Nagle's algorithm. It would hold a request back behind the end of the
 * handshake until the host acknowledges that, which takes 40 to 200 ms.
 */
export function openTcp(options: TcpNetConnectOpts): Socket {
  return connect({ ...options, noDelay: true });
}

/** The same over TLS; on `options.socket` if a tunnel is given. */
export function openTls(options: ConnectionOptions): TLSSocket {
  return connectTls(options).setNoDelay(true);
}

export interface BytesAllowed {
  /** For the next response, from now on. */
  readonly allow: (bytes: number) => void;
}

/**
 * Ends a connection that brings more bytes than were allowed. The counter of a body sees neither chunk extensions nor
 * trailers, which can be endless.
 */
export function limitBytes(socket: Socket, errorOf: () => Error): BytesAllowed {
  let end = Number.POSITIVE_INFINITY;
  // Before the reader of HTTP, which reads all that has arrived.
  socket.prependListener("readable", () => {
    if (socket.bytesRead > end) socket.destroy(errorOf());
  });
  return {
    allow: (bytes) => {
      end = socket.bytesRead + bytes;
    },
  };
}
