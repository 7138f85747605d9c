import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { TLSSocket } from "node:tls";
import { gzipSync } from "node:zlib";
import { selfSignedCertificate } from "@receipts/testing";
import { listenHttp, listenHttps, listenTcp } from "../test/local-server.ts";
import { createGuardedClient, type GuardedClientOptions, type PostRequest } from "./guarded-client.ts";
import type { LookupHost } from "./resolve-host.ts";

/** Longer than any response here; a test that waits for it has failed. */
const plentyMs = 20_000;
/** For tests whose request ends at the deadline: enough for a local server's headers. */
const shortMs = 400;

const toLoopback: LookupHost = async () => ["127.0.0.1"];
const never = () => new Promise<never>(() => {});

function aClient(options: Partial<GuardedClientOptions> = {}) {
  const client = createGuardedClient({ allowPrivate: true, lookup: toLoopback, ...options });
  return { ...client, [Symbol.asyncDispose]: client.close };
}

function aPost(url: string, changes: Partial<PostRequest> = {}): PostRequest {
  return {
    url,
    headers: { "content-type": "application/json" },
    body: "{}",
    deadlineMs: plentyMs,
    ...changes,
  };
}

function respondWith(statusCode: number, headers: Record<string, string> = {}) {
  return (_request: IncomingMessage, response: ServerResponse) =>
    response.writeHead(statusCode, headers).end();
}

describe("a post", () => {
  it("arrives unchanged at the named host", async () => {
    const seen: unknown[] = [];
    await using server = await listenHttp(async (request, response) => {
      const body = await text(request);
      seen.push({ method: request.method, url: request.url, headers: request.headers, body });
      response.end("ok");
    });
    await using client = aClient();
    const url = `http://hooks.example.com:${server.port}/a/b?c=1#d`;
    const headers = { "content-type": "application/json", "x-webhook-event": "verification.completed" };
    const outcome = await client.post(aPost(url, { headers, body: Buffer.from('{"a":"አ"}') }));
    expect(outcome).toMatchObject({ kind: "responded", statusCode: 200, retryAfter: undefined });
    expect(seen).toEqual([
      {
        method: "POST",
        url: "/a/b?c=1",
        body: '{"a":"አ"}',
        headers: {
          ...headers,
          host: `hooks.example.com:${server.port}`,
          "content-length": "11",
          connection: "keep-alive",
        },
      },
    ]);
  });

  it.each([200, 204, 400, 404, 410, 429, 500, 503])("returns status %i", async (statusCode) => {
    await using server = await listenHttp(respondWith(statusCode));
    await using client = aClient();
    expect(await client.post(aPost(`http://a.test:${server.port}/`))).toMatchObject({
      kind: "responded",
      statusCode,
    });
  });

  it("returns Retry-After as it was sent", async () => {
    await using server = await listenHttp(respondWith(503, { "retry-after": "120" }));
    await using client = aClient();
    const outcome = await client.post(aPost(`http://a.test:${server.port}/`));
    expect(outcome).toMatchObject({ statusCode: 503, retryAfter: "120" });
  });

  it.each([301, 302, 303, 307, 308])("does not follow a %i, for example to loopback", async (statusCode) => {
    const paths: unknown[] = [];
    await using server = await listenHttp((request, response) => {
      paths.push(request.url);
      response.writeHead(statusCode, { location: `http://127.0.0.1:${server.port}/inside` }).end();
    });
    await using client = aClient();
    const outcome = await client.post(aPost(`http://a.test:${server.port}/hook`));
    expect(outcome).toMatchObject({ kind: "responded", statusCode });
    expect(paths).toEqual(["/hook"]);
  });

  it("uses the second address when the first refuses the connection", async () => {
    await using server = await listenHttp(respondWith(200));
    await using client = aClient({ lookup: async () => ["127.0.0.9", "127.0.0.1"] });
    expect(await client.post(aPost(`http://a.test:${server.port}/`))).toMatchObject({ statusCode: 200 });
  });
});

describe("connections", () => {
  it("are reused for the next post to the same host, without DNS", async () => {
    await using server = await listenHttp(respondWith(200));
    await using client = aClient();
    const url = `http://a.test:${server.port}/`;
    const [first, second] = [await client.post(aPost(url)), await client.post(aPost(url))];
    expect(first.timings).toEqual({
      dnsMs: expect.any(Number),
      connectMs: expect.any(Number),
      firstByteMs: expect.any(Number),
      totalMs: expect.any(Number),
    });
    expect(second.timings).toMatchObject({ dnsMs: null, connectMs: null, firstByteMs: expect.any(Number) });
    expect(server.connections()).toBe(1);
  });

  it("are not shared between names with the same address", async () => {
    await using server = await listenHttp(respondWith(200));
    await using client = aClient();
    await client.post(aPost(`http://a.test:${server.port}/`));
    await client.post(aPost(`http://b.test:${server.port}/`));
    expect(server.connections()).toBe(2);
  });

  it("are capped per host; further posts wait", async () => {
    await using server = await listenHttp((_request, response) => void setImmediate(() => response.end()));
    await using client = aClient({ connectionsPerHost: 2 });
    const posts = Array.from({ length: 20 }, () => client.post(aPost(`http://a.test:${server.port}/`)));
    const outcomes = await Promise.all(posts);
    expect(outcomes.every(({ kind }) => kind === "responded")).toBe(true);
    expect(server.connections()).toBe(2);
  });

  it("that hang delay the next post to their host up to its deadline, and no other host", async () => {
    await using silent = await listenHttp(() => {});
    await using healthy = await listenHttp(respondWith(200));
    await using client = aClient({ connectionsPerHost: 1 });
    const hanging = client.post(aPost(`http://a.test:${silent.port}/`));
    const waiting = await client.post(aPost(`http://a.test:${silent.port}/`, { deadlineMs: shortMs }));
    expect(waiting).toMatchObject({ kind: "failed", errorClass: "timeout", timings: { connectMs: null } });
    expect(await client.post(aPost(`http://b.test:${healthy.port}/`))).toMatchObject({ statusCode: 200 });
    await client.close();
    expect(await hanging).toMatchObject({ errorClass: "aborted" });
  });

  it("are replaced when the server closes them after each response", async () => {
    await using server = await listenHttp(respondWith(200, { connection: "close" }));
    await using client = aClient({ connectionsPerHost: 1 });
    for (let posted = 1; posted <= 3; posted += 1) {
      expect(await client.post(aPost(`http://a.test:${server.port}/`))).toMatchObject({ statusCode: 200 });
      expect(server.connections()).toBe(posted);
    }
  });

  /** Else a race would fail the second delivery to a server with a short keep-alive. */
  it("cost no attempt when a reused one turns out to be closed", async () => {
    let requests = 0;
    await using server = await listenHttp((request, response) => {
      requests += 1;
      if (requests === 2) request.socket.resetAndDestroy();
      else response.end();
    });
    await using client = aClient();
    const url = `http://a.test:${server.port}/`;
    await client.post(aPost(url));
    expect(await client.post(aPost(url))).toMatchObject({ kind: "responded", statusCode: 200 });
    expect(server.connections()).toBe(2);
  });
});

describe("the guard at connection time", () => {
  it.each<[string, readonly string[]]>([
    ["a loopback address", ["127.0.0.1"]],
    ["one bad address among good ones", ["1.1.1.1", "8.8.8.8", "127.0.0.1"]],
    ["a bad IPv6 address beside a good one", ["1.1.1.1", "::1"]],
    ["a mapped address", ["::ffff:127.0.0.1"]],
    ["a cloud's own address", ["168.63.129.16"]],
  ])("refuses a name with %s, and opens no socket", async (_case, addresses) => {
    await using server = await listenTcp(() => {});
    await using client = aClient({ allowPrivate: false, lookup: async () => addresses });
    const outcome = await client.post(aPost(`https://a.test:${server.port}/`));
    expect(outcome).toMatchObject({
      kind: "failed",
      errorClass: "unsafe_address",
      timings: { connectMs: null },
    });
    expect(server.connections()).toBe(0);
  });

  it.each([
    "127.0.0.1",
    "127.1",
    "0x7f.1",
    "2130706433",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "localhost",
    "a.internal",
  ])("refuses https://%s without DNS", async (host) => {
    await using server = await listenTcp(() => {});
    await using client = aClient({
      allowPrivate: false,
      lookup: () => Promise.reject(new Error("unexpected lookup")),
    });
    const outcome = await client.post(aPost(`https://${host}:${server.port}/`));
    expect(outcome).toMatchObject({ kind: "failed", errorClass: "unsafe_address" });
    expect(server.connections()).toBe(0);
  });

  it.each(["http://a.test/", "https://user:pass@a.test/", "nonsense"])("refuses %s", async (url) => {
    await using client = aClient({ allowPrivate: false, lookup: async () => ["1.1.1.1"] });
    expect(await client.post(aPost(url))).toMatchObject({ kind: "failed", errorClass: "unsafe_address" });
  });

  /** DNS rebinding: the first result passes the check, and the socket would use the second. */
  it("connects to the checked address, even if the name resolves differently next", async () => {
    await using checked = await listenHttp(respondWith(200), "127.0.0.1");
    const results = [["127.0.0.1"], ["127.0.0.2"]];
    let lookups = 0;
    await using client = aClient({ lookup: async () => results[lookups++] ?? [] });
    const outcome = await client.post(aPost(`http://a.test:${checked.port}/`));
    expect(outcome).toMatchObject({ kind: "responded", statusCode: 200 });
    expect(lookups).toBe(1);
  });

  it("checks again for each new connection", async () => {
    const results = [["1.1.1.1", "127.0.0.1"], ["10.0.0.1"]];
    let lookups = 0;
    await using client = aClient({ allowPrivate: false, lookup: async () => results[lookups++] ?? [] });
    for (let posted = 1; posted <= 2; posted += 1) {
      expect(await client.post(aPost("https://a.test/"))).toMatchObject({ errorClass: "unsafe_address" });
      expect(lookups).toBe(posted);
    }
  });
});

describe("failures", () => {
  it.each<[string, LookupHost]>([
    ["does not exist", () => Promise.reject(new Error("ENOTFOUND"))],
    ["has no address", async () => []],
  ])("returns dns for a name that %s", async (_case, lookup) => {
    await using client = aClient({ lookup });
    const outcome = await client.post(aPost("http://a.test/"));
    expect(outcome).toMatchObject({
      errorClass: "dns",
      timings: { dnsMs: expect.any(Number), connectMs: null },
    });
  });

  it("returns connect for a closed port", async () => {
    const server = await listenHttp(respondWith(200));
    await server[Symbol.asyncDispose]();
    await using client = aClient();
    const outcome = await client.post(aPost(`http://a.test:${server.port}/`));
    expect(outcome).toMatchObject({ errorClass: "connect", timings: { connectMs: null, firstByteMs: null } });
  });

  it("returns tls for an untrusted certificate", async () => {
    await using server = await listenHttps(selfSignedCertificate("a.test"), respondWith(200));
    await using client = aClient();
    expect(await client.post(aPost(`https://a.test:${server.port}/`))).toMatchObject({ errorClass: "tls" });
  });

  it("returns tls for a certificate of another name", async () => {
    const certificate = selfSignedCertificate("b.test");
    await using server = await listenHttps(certificate, respondWith(200));
    await using client = aClient({ ca: certificate.cert });
    expect(await client.post(aPost(`https://a.test:${server.port}/`))).toMatchObject({ errorClass: "tls" });
  });

  it.each<[string, (socket: Socket) => void]>([
    ["does not speak TLS", (socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n")],
    ["hangs up", (socket) => socket.once("data", () => socket.destroy())],
  ])("returns tls for a server that %s", async (_case, onSocket) => {
    await using server = await listenTcp(onSocket);
    await using client = aClient();
    expect(await client.post(aPost(`https://a.test:${server.port}/`))).toMatchObject({ errorClass: "tls" });
  });

  it.each<[string, (socket: Socket) => void]>([
    ["resets", (socket) => socket.once("data", () => socket.resetAndDestroy())],
    ["hangs up without a response", (socket) => socket.once("data", () => socket.end())],
    [
      "hangs up in its headers",
      (socket) => socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\nA: b\r\n")),
    ],
  ])("returns reset for a server that %s, after one attempt", async (_case, onSocket) => {
    await using server = await listenTcp(onSocket);
    await using client = aClient();
    expect(await client.post(aPost(`http://a.test:${server.port}/`))).toMatchObject({ errorClass: "reset" });
    expect(server.connections()).toBe(1);
  });

  it.each([
    ["nonsense", "SSH-2.0-OpenSSH_9.6\r\n"],
    ["a bad header", "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n"],
    ["headers without end", `HTTP/1.1 200 OK\r\nA: ${"b".repeat(100_000)}`],
  ])("returns protocol for %s instead of a response", async (_case, bytes) => {
    await using server = await listenTcp((socket) => socket.once("data", () => socket.write(bytes)));
    await using client = aClient();
    expect(await client.post(aPost(`http://a.test:${server.port}/`))).toMatchObject({
      errorClass: "protocol",
    });
  });

  it("returns protocol for a server that sends no end of informational responses, long before the deadline", async () => {
    const EARLY = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".repeat(1_000);
    await using server = await listenTcp((socket) => {
      const pour = () => {
        while (!socket.destroyed && socket.write(EARLY));
      };
      socket.once("data", pour);
      socket.on("drain", pour);
    });
    await using client = aClient();
    const outcome = await client.post(aPost(`http://a.test:${server.port}/`));
    expect(outcome).toMatchObject({ kind: "failed", errorClass: "protocol" });
    expect(outcome.timings.totalMs).toBeLessThan(plentyMs);
  });

  it.each([
    ["chunk extension", "Transfer-Encoding: chunked\r\n\r\n1;"],
    ["trailer", "Transfer-Encoding: chunked\r\n\r\n0\r\nA: "],
  ])("cuts an endless %s, which no counter of the body sees", async (_what, beginning) => {
    const piece = "a".repeat(64 * 1024);
    const closed = Promise.withResolvers<number>();
    await using server = await listenTcp((socket) => {
      const pour = () => {
        while (!socket.destroyed && socket.write(piece));
      };
      socket.once("data", () => {
        socket.write(`HTTP/1.1 200 OK\r\n${beginning}`);
        pour();
      });
      socket.on("drain", pour);
      socket.once("close", () => closed.resolve(socket.bytesWritten));
    });
    await using client = aClient();
    const outcome = await client.post(aPost(`http://a.test:${server.port}/`));
    // The head has come: the webhook was delivered.
    expect(outcome).toMatchObject({ kind: "responded", statusCode: 200 });
    // The kernels of both sides hold some megabytes; 20 s would bring gigabytes.
    expect(await closed.promise).toBeLessThan(32 * 1024 * 1024);
  });

  it("waits for the response after a few informational ones", async () => {
    const early = "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(3);
    await using server = await listenTcp((socket) =>
      socket.once("data", () => socket.write(`${early}HTTP/1.1 204 No Content\r\n\r\n`)),
    );
    await using client = aClient();
    expect(await client.post(aPost(`http://a.test:${server.port}/`))).toMatchObject({ statusCode: 204 });
  });

  it("throws for a header that cannot be sent", async () => {
    await using server = await listenHttp(respondWith(200));
    await using client = aClient();
    const headers = { "x-bad": "a\r\nb: c" };
    await expect(client.post(aPost(`http://a.test:${server.port}/`, { headers }))).rejects.toThrow(
      "invalid x-bad",
    );
  });
});

describe("the deadline", () => {
  it.each<[string, LookupHost, string]>([
    ["DNS does not respond", never, "http"],
    ["the server does not respond", toLoopback, "http"],
    ["the TLS handshake does not end", toLoopback, "https"],
  ])("ends a post when %s", async (_case, lookup, scheme) => {
    await using server = await listenTcp(() => {});
    await using client = aClient({ lookup });
    const outcome = await client.post(aPost(`${scheme}://a.test:${server.port}/`, { deadlineMs: shortMs }));
    expect(outcome).toMatchObject({ kind: "failed", errorClass: "timeout", timings: { firstByteMs: null } });
  });

  it("ends a post whose response headers drip", async () => {
    await using server = await listenTcp((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const drip = setInterval(() => socket.write("A: b\r\n"), 5);
      socket.once("close", () => clearInterval(drip));
    });
    await using client = aClient();
    const outcome = await client.post(aPost(`http://a.test:${server.port}/`, { deadlineMs: shortMs }));
    expect(outcome).toMatchObject({ kind: "failed", errorClass: "timeout" });
  });

  it("sends nothing if it has passed", async () => {
    await using server = await listenTcp(() => {});
    await using client = aClient({ lookup: never });
    const outcome = await client.post(aPost(`http://a.test:${server.port}/`, { deadlineMs: 0 }));
    expect(outcome).toMatchObject({ errorClass: "timeout" });
    expect(server.connections()).toBe(0);
  });

  it("ends the connection too", async () => {
    const closed = Promise.withResolvers<void>();
    await using server = await listenTcp((socket) => socket.once("close", () => closed.resolve()).resume());
    await using client = aClient();
    await client.post(aPost(`http://a.test:${server.port}/`, { deadlineMs: shortMs }));
    await closed.promise;
  });
});

describe("a response's body", () => {
  it("is cut at the deadline if it drips, and the response counts", async () => {
    const cut = Promise.withResolvers<void>();
    await using server = await listenHttp((_request, response) => {
      response.writeHead(202).write("a");
      const drip = setInterval(() => response.write("a"), 5);
      response.once("close", () => {
        clearInterval(drip);
        cut.resolve();
      });
    });
    await using client = aClient();
    const outcome = await client.post(aPost(`http://a.test:${server.port}/`, { deadlineMs: shortMs }));
    expect(outcome).toMatchObject({ kind: "responded", statusCode: 202 });
    await cut.promise;
  });

  it("is cut at 16 KiB if it never ends, long before the deadline", async () => {
    const cut = Promise.withResolvers<void>();
    await using server = await listenHttp((_request, response) => {
      const flood = () => {
        while (!response.destroyed && response.write(Buffer.alloc(4_096)));
      };
      response.on("drain", flood).once("close", cut.resolve);
      flood();
    });
    await using client = aClient({ connectionsPerHost: 1 });
    const url = `http://a.test:${server.port}/`;
    expect(await client.post(aPost(url))).toMatchObject({ kind: "responded", statusCode: 200 });
    await cut.promise;
  });

  it.each([
    ["breaks off", (response: ServerResponse) => void setImmediate(() => response.socket?.resetAndDestroy())],
    [
      "is shorter than it says",
      (response: ServerResponse) => void setImmediate(() => response.socket?.end()),
    ],
  ])("does not change the outcome if it %s", async (_case, spoil) => {
    await using server = await listenHttp((_request, response) => {
      response.writeHead(200, { "content-length": "100" }).write("half", () => spoil(response));
    });
    await using client = aClient();
    const url = `http://a.test:${server.port}/`;
    expect(await client.post(aPost(url))).toMatchObject({ kind: "responded", statusCode: 200 });
  });

  it.each([
    ["in one piece", (response: ServerResponse) => void response.end(Buffer.alloc(2_000, 0xe1))],
    [
      "in small pieces, and then breaks off",
      async (response: ServerResponse) => {
        response.writeHead(500);
        for (let n = 0; n < 200; n += 1) {
          await new Promise<void>((sent) => response.write(Buffer.alloc(10, 0xe1), () => sent()));
        }
        response.socket?.destroy();
      },
    ],
    ["without an end", (response: ServerResponse) => void response.write(Buffer.alloc(40_000, 0xe1))],
  ])("keeps its first bytes on request, when it comes %s", async (_case, respond) => {
    await using server = await listenHttp((_request, response) => void respond(response));
    await using client = aClient();
    const url = `http://a.test:${server.port}/`;
    const outcome = await client.post(aPost(url, { excerptBytes: 1_024 }));
    expect(outcome).toMatchObject({ kind: "responded", excerpt: Buffer.alloc(1_024, 0xe1) });
    expect(await client.post(aPost(url))).toMatchObject({ excerpt: undefined });
  });

  /** 16 KiB of compressed zeroes could be a gigabyte in memory. */
  it("is never decompressed", async () => {
    const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024));
    await using server = await listenHttp((_request, response) => {
      response
        .writeHead(200, { "content-encoding": "gzip", "content-length": String(bomb.length) })
        .end(bomb);
    });
    await using client = aClient();
    const before = process.memoryUsage().arrayBuffers;
    const outcome = await client.post(aPost(`http://a.test:${server.port}/`, { excerptBytes: 1_024 }));
    const excerpt = bomb.subarray(0, 1_024);
    expect(outcome).toMatchObject({ kind: "responded", statusCode: 200, excerpt });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * 1024 * 1024);
  });
});

describe("the caller's signal", () => {
  it("prevents the post if it is already aborted", async () => {
    await using server = await listenTcp(() => {});
    await using client = aClient();
    const outcome = await client.post(
      aPost(`http://a.test:${server.port}/`, { signal: AbortSignal.abort() }),
    );
    expect(outcome).toMatchObject({ kind: "failed", errorClass: "aborted" });
    expect(server.connections()).toBe(0);
  });

  it("ends the post when it is aborted", async () => {
    const arrived = Promise.withResolvers<void>();
    await using server = await listenHttp(() => arrived.resolve());
    await using client = aClient();
    const controller = new AbortController();
    const post = client.post(aPost(`http://a.test:${server.port}/`, { signal: controller.signal }));
    await arrived.promise;
    controller.abort();
    expect(await post).toMatchObject({ kind: "failed", errorClass: "aborted" });
  });
});

describe("TLS", () => {
  it("sends and checks the name, on the resolved address", async () => {
    const certificate = selfSignedCertificate("a.test");
    const seen: unknown[] = [];
    await using server = await listenHttps(certificate, (request, response) => {
      seen.push((request.socket as TLSSocket).servername, request.headers.host);
      response.end();
    });
    await using client = aClient({ ca: certificate.cert });
    const url = `https://a.test:${server.port}/`;
    expect(await client.post(aPost(url))).toMatchObject({ kind: "responded", statusCode: 200 });
    expect((await client.post(aPost(url))).timings.connectMs).toBeNull();
    expect(seen.slice(0, 2)).toEqual(["a.test", `a.test:${server.port}`]);
    expect(server.connections()).toBe(1);
  });
});

describe("a handshake", () => {
  const certificate = selfSignedCertificate("a.test");

  it("offers no Diffie-Hellman over numbers: a receiver could choose 10,000 bits, which take our thread 1.4 s", async () => {
    const options = { maxVersion: "TLSv1.2", ciphers: "DHE-RSA-AES128-GCM-SHA256", dhparam: "auto" } as const;
    await using server = await listenHttps({ ...certificate, ...options }, respondWith(200));
    await using client = aClient({ ca: certificate.cert });
    expect(await client.post(aPost(`https://a.test:${server.port}/`))).toMatchObject({ errorClass: "tls" });
  });

  it("is made once for a connection: a receiver that asks for another loses it", async () => {
    const asked = Promise.withResolvers<Error | null>();
    const options = { maxVersion: "TLSv1.2" } as const;
    await using server = await listenHttps({ ...certificate, ...options }, (request) => {
      (request.socket as TLSSocket).once("error", asked.resolve);
      (request.socket as TLSSocket).renegotiate({ rejectUnauthorized: false }, asked.resolve);
    });
    await using client = aClient({ ca: certificate.cert });
    const outcome = await client.post(aPost(`https://a.test:${server.port}/`));
    expect(outcome).toMatchObject({ kind: "failed" });
    expect(outcome.timings.totalMs).toBeLessThan(plentyMs);
    expect(await asked.promise).toBeInstanceOf(Error);
  });

  it("works with receivers of TLS 1.2 and 1.3 as they are today", async () => {
    for (const version of ["TLSv1.2", "TLSv1.3"] as const) {
      const options = { minVersion: version, maxVersion: version };
      await using server = await listenHttps({ ...certificate, ...options }, respondWith(204));
      await using client = aClient({ ca: certificate.cert });
      expect(await client.post(aPost(`https://a.test:${server.port}/`))).toMatchObject({ statusCode: 204 });
    }
  });
});

describe("close", () => {
  it("ends posts in flight, and refuses later ones", async () => {
    const arrived = Promise.withResolvers<void>();
    await using server = await listenTcp((socket) => socket.once("data", () => arrived.resolve()));
    const client = aClient();
    const url = `http://a.test:${server.port}/`;
    const post = client.post(aPost(url));
    await arrived.promise;
    await client.close();
    expect(await post).toMatchObject({ kind: "failed", errorClass: "aborted" });
    expect(await client.post(aPost(url))).toMatchObject({ kind: "failed", errorClass: "aborted" });
  });

  it("closes idle connections", async () => {
    const closed = Promise.withResolvers<void>();
    await using server = await listenHttp((request, response) => {
      void once(request.socket, "close").then(() => closed.resolve());
      response.end();
    });
    const client = aClient();
    await client.post(aPost(`http://a.test:${server.port}/`));
    await client.close();
    await closed.promise;
  });
});
