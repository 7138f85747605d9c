import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { type CallState, createConnectionPlaces } from "./connection-places.ts";

const TOTAL = 8_192;

/** Places for connections whose "address" is their network; "proxy" is one of ours. */
function open() {
  const states = new Map<Socket, CallState>();
  const places = createConnectionPlaces(
    { total: TOTAL, perNetwork: 512, networkOf: (address) => (address === "proxy" ? undefined : address) },
    (socket) => states.get(socket) ?? "none",
  );
  function connect(remoteAddress: string, state: CallState): Socket {
    const socket = Object.assign(new EventEmitter(), {
      remoteAddress,
      destroyed: false,
      destroy() {
        if (socket.destroyed) return;
        socket.destroyed = true;
        socket.emit("close");
      },
    });
    const asSocket = socket as unknown as Socket;
    states.set(asSocket, state);
    places.add(asSocket);
    return asSocket;
  }
  return { connect };
}

const times = <T>(count: number, make: (nth: number) => T): T[] =>
  Array.from({ length: count }, (_, nth) => make(nth));
const refused = (sockets: readonly Socket[]) => sockets.filter(({ destroyed }) => destroyed).length;

describe("a full server", () => {
  it.each([16, 64])("whose places %i networks hold with calls takes all others' connections", (networks) => {
    const { connect } = open();
    for (const nth of times(TOTAL, (each) => each)) connect(`attacker ${nth % networks}`, "receiving");
    const honest = times(200, (nth) => connect(`honest ${nth}`, "receiving"));
    expect(refused(honest)).toBe(0);
  });

  it("ends no call of people behind one address for a crowd from as many addresses", () => {
    const { connect } = open();
    const people = times(60, () => connect("carrier", "handled"));
    for (const nth of times(TOTAL, (each) => each)) connect(`crowd ${nth % 4_096}`, "receiving");
    expect(refused(people)).toBe(0);
  });

  it("takes new connections of a proxy of ours while it holds calls that have not arrived", () => {
    const { connect } = open();
    const streams = times(100, () => connect("proxy", "handled"));
    const bodies = times(TOTAL - 100, () => connect("proxy", "receiving"));
    const honest = times(200, () => connect("proxy", "handled"));
    expect([refused(streams), refused(bodies), refused(honest)]).toEqual([0, 200, 0]);
  });
});
