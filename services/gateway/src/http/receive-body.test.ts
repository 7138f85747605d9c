import { once } from "node:events";
import http from "node:http";
import type { Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { listen } from "@receipts/service-kit";
import { until } from "@receipts/testing";
import express, { type ErrorRequestHandler } from "express";
import type { ApiProblem } from "./api-problem.ts";
import { createBodyPlaces, type PlaceBounds } from "./body-places.ts";
import { createBytesBody } from "./bytes-body.ts";
import { type ArrivalLimits, createReceiveBody } from "./receive-body.ts";

const few: PlaceBounds = {
  sender: { bodies: 9, bytes: 3_000 },
  network: { bodies: 9, bytes: 4_000 },
  account: { bodies: 9, bytes: 5_000 },
  process: { bodies: 9, bytes: 6_000 },
};

/** A server whose callers name themselves: `/sender/network/account`. */
const patient: ArrivalLimits = { ms: 60_000, slowAfterMs: 60_000, bytesPerSecond: 1 };

async function start({
  limits = patient,
  bounds = few,
  mostBytes = 10_000,
  onWhole = () => undefined,
}: {
  limits?: ArrivalLimits;
  bounds?: PlaceBounds;
  mostBytes?: number;
  /** Called with a request whose body has arrived. */
  onWhole?: (request: express.Request) => void;
} = {}) {
  const app = express();
  const sockets = new Set<Socket>();
  let taken = 0;
  const places = createBodyPlaces("files", bounds, (open) => {
    taken = open;
  });
  const senderOf = ({ path }: express.Request) => {
    const [, id = "", network = "", account = ""] = path.split("/");
    return { id, network, account };
  };
  app.use((request, _response, next) => {
    sockets.add(request.socket);
    next();
  });
  app.use(createReceiveBody({ places, limits, senderOf, ...createBytesBody("A file", mostBytes) }));
  app.use((request, response) => {
    onWhole(request);
    response.json({ code: "received", bytes: request.body.length });
  });
  const onError: ErrorRequestHandler = ({ code }: ApiProblem, _request, response, _next) =>
    void response.json({ code });
  app.use(onError);
  const server = await listen(app, { port: 0, host: "127.0.0.1" });
  function begin(path: string, first: number, total = 9_000) {
    const { port } = server;
    const request = http.request({
      port,
      path,
      method: "POST",
      headers: { "content-length": String(total) },
    });
    request.on("error", () => undefined);
    request.write(Buffer.alloc(first));
    const answered = once(request, "response").then(async ([response]) => {
      const [json] = await once(response, "data");
      return JSON.parse(json.toString()).code as string;
    });
    // One that leaves gets none.
    answered.catch(() => undefined);
    return {
      answered,
      send: (bytes: number) => request.write(Buffer.alloc(bytes)),
      leave: () => request.destroy(),
    };
  }
  return {
    begin,
    places,
    sockets,
    taken: () => taken,
    [Symbol.asyncDispose]: () => server.close({ timeoutMs: 0 }),
  };
}

const MEBIBYTE = 1024 * 1024;
setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

function bytesOfBuffers(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("a large body", () => {
  it.each([
    ["3,000 of one sender", ["/a/n/x", "/a/n/x"], "rate_limited"],
    ["4,000 of one network", ["/a/n/x", "/b/n/y"], "rate_limited"],
    ["5,000 of one account", ["/a/n/x", "/b/m/x", "/c/o/x"], "rate_limited"],
    ["6,000 in the process", ["/a/n/x", "/b/m/y", "/c/o/z"], "service_unavailable"],
  ])("has its bytes in memory bounded: %s", async (_what, paths, code) => {
    await using server = await start();
    const bodies = paths.map((path) => server.begin(path, 1));
    while (server.taken() < paths.length) await turn();
    for (const body of bodies) body.send(2_200);
    expect(await Promise.race(bodies.map(({ answered }) => answered))).toBe(code);
    // Those before it go on, and it has no place any more.
    expect(server.taken()).toBe(paths.length - 1);
    for (const body of bodies) body.leave();
    while (server.taken() > 0) await turn();
  });

  it.each([
    ["too slowly", { ms: 60_000, slowAfterMs: 20, bytesPerSecond: 1_000_000 }],
    ["for too long, though fast", { ms: 40, slowAfterMs: 20, bytesPerSecond: 0 }],
  ])("that arrives %s gets its 408, and gives its place back", async (_how, limits) => {
    await using server = await start({ limits });
    expect(await server.begin("/a/n/x", 100).answered).toBe("request_timeout");
    expect(server.taken()).toBe(0);
  });

  const many = { bodies: 99, bytes: 99_000 };
  const payers = { ofNetwork: many, all: { bodies: 3, bytes: 99_000 } };
  it.each([
    [
      "a merchant's payers, by network",
      { ...few, network: many, account: many, payers },
      ["/a/n/x", "/b/n/x", "/c/m/x", "/d/o/x", "/e/p/x"],
      "rate_limited",
    ],
    [
      "the process, by account",
      { ...few, account: many, process: { bodies: 3, bytes: 99_000 } },
      ["/a/n/x", "/b/m/x", "/c/o/y", "/d/p/z", "/e/q/w"],
      "service_unavailable",
    ],
  ])(
    "from a newcomer gets the oldest place of the one that has most, of %s",
    async (_whose, bounds, paths, code) => {
      await using server = await start({ bounds });
      const bodies: ReturnType<typeof server.begin>[] = [];
      const begin = (path = "") => {
        const body = server.begin(path, 1, 2_000);
        bodies.push(body);
        return body;
      };
      for (const path of paths.slice(0, 3)) {
        begin(path);
        while (server.taken() < bodies.length) await turn();
      }
      const newcomer = begin(paths[3]);
      expect(await bodies[0]?.answered).toBe(code);
      // Each has one now.
      expect(await begin(paths[4]).answered).toBe(code);
      newcomer.send(1_999);
      expect(await newcomer.answered).toBe("received");
      for (const body of bodies) body.leave();
      while (server.taken() > 0) await turn();
    },
  );

  it("from a newcomer gets the room of the one that holds most bytes", async () => {
    await using server = await start();
    const [large, small] = [server.begin("/a/n/x", 2_900), server.begin("/b/m/y", 2_000, 2_500)];
    while (server.taken() < 2) await turn();
    const newcomer = server.begin("/c/o/z", 2_000, 2_500);
    expect(await large.answered).toBe("service_unavailable");
    for (const body of [small, newcomer]) {
      body.send(500);
      expect(await body.answered).toBe("received");
    }
    large.leave();
  });

  it("from a newcomer gets a place of the next one, if the bodies of the one that has most are whole", async () => {
    await using server = await start({
      bounds: { ...few, account: many, process: { bodies: 5, bytes: 99_000 } },
      onWhole: (request) => server.places.hold(request),
    });
    const bodies: ReturnType<typeof server.begin>[] = [];
    for (const path of ["/a/m/x", "/b/n/x", "/c/o/x", "/d/p/y", "/e/q/y"]) {
      bodies.push(server.begin(path, 1, 2_000));
      while (server.taken() < bodies.length) await turn();
    }
    for (const body of bodies.slice(0, 3)) body.send(1_999);
    await Promise.all(bodies.slice(0, 3).map(({ answered }) => answered));
    const newcomer = server.begin("/f/r/z", 1, 2_000);
    expect(await bodies[3]?.answered).toBe("service_unavailable");
    // The other has one place by now, as the newcomer has.
    expect(await server.begin("/g/s/w", 1).answered).toBe("service_unavailable");
    for (const body of [...bodies, newcomer]) body.leave();
  });

  it("that lost its place is in memory no more, nor is what is still sent", async () => {
    const [first, rest] = [8 * MEBIBYTE, 24 * MEBIBYTE];
    const room = { bodies: 9, bytes: first - 1 };
    const bounds = { sender: room, network: room, account: room, process: room };
    await using server = await start({ bounds, mostBytes: first + rest + 1 });
    const before = bytesOfBuffers();
    const body = server.begin("/a/n/x", first, first + rest + 1);
    expect(await body.answered).toBe("rate_limited");
    body.send(rest);
    const [socket] = server.sockets;
    while ((socket?.bytesRead ?? 0) < first + rest) await turn();
    // The client in this process lets go of what it has sent a moment later.
    await until(() => bytesOfBuffers() - before < 2 * MEBIBYTE);
    body.leave();
  });

  it("that arrives whole is received", async () => {
    await using server = await start();
    const body = server.begin("/a/n/x", 1_000, 2_000);
    body.send(1_000);
    expect(await body.answered).toBe("received");
  });
});
