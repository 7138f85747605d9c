import type { ServerResponse } from "node:http";
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { fixture } from "./fixture.ts";
import { type HostileDocument, hostile, largest } from "./hostile-document.ts";
import { type RequestHandler, respondWith } from "./local-bank.ts";

const telebirrPage = fixture("telebirr/fixtures/person-to-person.html");
const blanks = (mebibytes: number) => Buffer.alloc(mebibytes * 1024 * 1024, " ");

/** A response in these encodings, with or without the matching header. */
function encoded(encoding: string, make: () => Buffer): () => RequestHandler {
  return () => {
    const bytes = make();
    return (_request, response) =>
      response.writeHead(200, { "content-type": "text/html", "content-encoding": encoding }).end(bytes);
  };
}

/** Sends a head and a first piece, then runs `send`. */
function sending(head: Readonly<Record<string, string>>, send: (response: ServerResponse) => void) {
  return (): RequestHandler => (_request, response) => {
    response.on("error", () => undefined);
    response.writeHead(200, head);
    send(response);
  };
}

/** Sends each byte as a separate chunk. */
const bytewise = sending({}, (response) => {
  response.flushHeaders();
  const { socket } = response;
  const chunks = "1\r\nx\r\n".repeat(10_000);
  let sent = 0;
  const more = () => {
    if (socket === null || socket.destroyed) return;
    sent += 10_000;
    if (sent < largest) socket.write(chunks, more);
    else socket.end("0\r\n\r\n");
  };
  more();
});

/** Writes to the socket itself, for ever. */
const pouring = (head: string, piece: string) => (): RequestHandler => (_request, response) => {
  const { socket } = response;
  if (socket === null) return;
  socket.on("error", () => undefined);
  const more = () => void (socket.destroyed || socket.write(piece, more));
  socket.write(head, more);
};

const tooLong = /document(?: announced by the bank)? is too long/;
const soon = { BANK_TELEBIRR_TIMEOUT_MS: "500" };
const unavailable = { ends: "unavailable" } as const;
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };

/** Hostile at the level of HTTP rather than of the document. */
export const hostileResponses: readonly HostileDocument[] = [
  hostile(
    "response: 200 MiB of blanks in gzip",
    "telebirr",
    encoded("gzip", () => gzipSync(blanks(200))),
    tooLong,
  ),
  hostile(
    "response: 200 MiB of blanks in deflate",
    "telebirr",
    encoded("deflate", () => deflateSync(blanks(200))),
    tooLong,
  ),
  hostile(
    "response: 200 MiB of blanks in brotli",
    "telebirr",
    encoded("br", () => brotliCompressSync(blanks(200), brotli)),
    tooLong,
  ),
  hostile(
    "response: deflate within deflate",
    "telebirr",
    encoded("deflate", () => deflateSync(deflateSync(blanks(200)))),
    /not UTF-8/,
  ),
  hostile(
    "response: gzip within gzip, as its head says",
    "telebirr",
    encoded("gzip, gzip", () => gzipSync(gzipSync(blanks(200)))),
    /not UTF-8/,
  ),
  hostile(
    "response: a page that says that it is gzip",
    "telebirr",
    encoded("gzip", () => telebirrPage),
    /could not be reached/,
    unavailable,
  ),
  hostile(
    "response: gzip that was cut before it was sent",
    "telebirr",
    encoded("gzip", () => gzipSync(telebirrPage).subarray(0, 900)),
    /not UTF-8|cut off/,
  ),
  hostile(
    "response: gzip that is cut on its way",
    "telebirr",
    sending({ "content-encoding": "gzip", "content-length": "9000" }, (response) =>
      response.write(gzipSync(telebirrPage).subarray(0, 900), () => response.destroy()),
    ),
    /could not be reached/,
    unavailable,
  ),
  hostile(
    "response: a document without an end",
    "telebirr",
    sending({}, (response) => {
      const more = () => void (response.destroyed || response.write(Buffer.alloc(65_536, "x"), more));
      more();
    }),
    tooLong,
  ),
  hostile(
    "response: a gigabyte announced",
    "telebirr",
    sending({ "content-length": "1073741824" }, (response) => response.write("x")),
    tooLong,
  ),
  hostile("response: two megabytes, a byte at a time", "telebirr", bytewise, tooLong),
  hostile(
    "response: a chunk extension without an end",
    "telebirr",
    pouring("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;", "a".repeat(65_536)),
    tooLong,
  ),
  hostile(
    "response: informational heads without an end",
    "telebirr",
    pouring("", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".repeat(1_000)),
    tooLong,
  ),
  hostile(
    "response: cut before the length that was announced",
    "telebirr",
    sending({ "content-length": "30000" }, (response) =>
      response.write(telebirrPage.subarray(0, 900), () => response.destroy()),
    ),
    /could not be reached/,
    unavailable,
  ),
  hostile(
    "response: cut between two pieces",
    "telebirr",
    sending({}, (response) => response.write(telebirrPage.subarray(0, 900), () => response.destroy())),
    /could not be reached/,
    unavailable,
  ),
  hostile(
    "response: half a page, whole by its length",
    "telebirr",
    () => respondWith(200, telebirrPage.subarray(0, 6_000), "text/html"),
    /not UTF-8/,
  ),
  hostile(
    "response: a drop now and then",
    "telebirr",
    sending({}, (response) => {
      const drip = setInterval(() => response.write(" "), 20);
      response.once("close", () => clearInterval(drip));
    }),
    /in time/,
    { ...unavailable, env: soon },
  ),
  hostile(
    "response: a head and silence",
    "telebirr",
    sending({ "content-length": "10" }, (response) => response.flushHeaders()),
    /in time/,
    { ...unavailable, env: soon },
  ),
  hostile(
    "response: a head of a megabyte",
    "telebirr",
    () => (_request, response) =>
      response.socket?.end(`HTTP/1.1 200 OK\r\nX-A: ${"x".repeat(1_000_000)}\r\n\r\n`),
    /could not be reached/,
    unavailable,
  ),
  hostile(
    "response: round and round",
    "telebirr",
    () => (request, response) => response.writeHead(302, { location: request.url ?? "" }).end(),
    /redirects too often/,
    { requests: 4 },
  ),
  hostile("response: nothing at all", "telebirr", () => respondWith(200, ""), /cut off/),
];
