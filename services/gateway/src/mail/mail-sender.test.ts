import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { secret } from "@receipts/service-kit";
import { SMTPServer } from "smtp-server";
import { composeMail } from "./compose-mail.ts";
import { createSmtpSender, MailNotSent } from "./mail-sender.ts";

type Step = "auth" | "from" | "to" | "data";

interface Server {
  readonly port: number;
  /** Commands received, in order. */
  readonly seen: readonly string[];
  readonly close: () => Promise<void>;
}

/** A server without TLS that can refuse one step. */
async function openServer(refused?: Step, code = 550): Promise<Server> {
  const seen: string[] = [];
  const refusal = (step: Step) =>
    step === refused ? Object.assign(new Error("refused: owner@example.test"), { responseCode: code }) : null;
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    authOptional: true,
    onAuth: ({ username }, _session, callback) => {
      seen.push(`auth ${username}`);
      callback(refusal("auth"), { user: username ?? "" });
    },
    onMailFrom: ({ address }, _session, callback) => {
      seen.push(`from ${address}`);
      callback(refusal("from"));
    },
    onRcptTo: ({ address }, _session, callback) => {
      seen.push(`to ${address}`);
      callback(refusal("to"));
    },
    onData: (stream, _session, callback) => {
      stream.resume();
      stream.once("end", () => {
        seen.push("data");
        callback(refusal("data"));
      });
    },
  });
  server.on("error", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return { port, seen, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

const mailTo = (to: string) =>
  composeMail("registration_known", { id: "mal_1", to, link: "https://x.example" });

async function faultOf(url: string, to = "owner@example.test", isProduction = false): Promise<MailNotSent> {
  const sending = createSmtpSender(secret(url), "Receipts <no-reply@example.test>", { isProduction })(
    mailTo(to),
  );
  const fault = await sending.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(fault instanceof MailNotSent)) throw new Error(`not what was expected: ${fault}`);
  return fault;
}

describe("a mail that is not sent", () => {
  it.each<[string, Step, number, boolean]>([
    ["the mailbox does not exist", "to", 550, true],
    ["the mailbox is busy", "to", 450, false],
    // A refusing relay or policy, which the operator can fix.
    ["relaying is denied", "to", 554, false],
    ["the message is refused", "data", 554, false],
    ["the message is refused for now", "data", 451, false],
    // The operator can fix these, and the same mail then succeeds.
    ["our sender is refused", "from", 550, false],
    ["our password is wrong", "auth", 535, false],
  ])(
    "%s: is final or not, and the error contains the code but no address",
    async (_what, step, code, isFinal) => {
      const server = await openServer(step, code);
      const fault = await faultOf(`smtp://user:secret@127.0.0.1:${server.port}`);
      await server.close();
      expect(fault.isFinal).toBe(isFinal);
      expect(fault.message).toContain(String(code));
      expect(JSON.stringify([fault.message, fault.cause, fault.stack])).not.toMatch(/owner@|secret/);
    },
  );

  it("is retried later when no server listens", async () => {
    const server = await openServer();
    await server.close();
    expect(await faultOf(`smtp://127.0.0.1:${server.port}`)).toMatchObject({ isFinal: false });
  });

  /** The API rejects such addresses, but an operator can create an account with one. */
  it.each(["a<b@example.test", "a>b@example.test"])("%s: fails permanently as a recipient", async (to) => {
    const server = await openServer();
    expect(await faultOf(`smtp://127.0.0.1:${server.port}`, to)).toMatchObject({ isFinal: true });
    await server.close();
    expect(server.seen.filter((step) => step.startsWith("to"))).toEqual([]);
  });
});

it("has one recipient for any text in the address", async () => {
  for (const to of ["a,victim@example.test", "a;victim@example.test", "list:victim@example.test;"]) {
    const server = await openServer();
    await createSmtpSender(secret(`smtp://127.0.0.1:${server.port}`), "no-reply@example.test", {
      isProduction: false,
    })(mailTo(to)).catch(() => undefined);
    await server.close();
    const recipients = server.seen.filter((step) => step.startsWith("to "));
    expect(recipients.length).toBeLessThanOrEqual(1);
    expect(recipients).not.toContain("to victim@example.test");
  }
});

describe("credentials of the mail server", () => {
  /** The same machine under a name that is not recognized as local. */
  const elsewhere = "[::ffff:127.0.0.1]";

  it("are not sent unencrypted to another machine", async () => {
    const server = await openServer();
    expect((await faultOf(`smtp://user:secret@${elsewhere}:${server.port}`)).message).toContain("ETLS");
    // In production, neither are the links that open accounts.
    const inProduction = await faultOf(`smtp://${elsewhere}:${server.port}`, "owner@example.test", true);
    expect(inProduction.message).toContain("ETLS");
    await server.close();
    expect(server.seen).toEqual([]);
  });

  it.each([
    ["to this machine", "127.0.0.1", ""],
    ["where the operator says so", elsewhere, "?requireTLS=false"],
  ])("are: %s", async (_what, host, query) => {
    const server = await openServer();
    const url = `smtp://user:secret@${host}:${server.port}/${query}`;
    await createSmtpSender(secret(url), "no-reply@example.test", { isProduction: true })(
      mailTo("owner@example.test"),
    );
    await server.close();
    expect(server.seen).toEqual(["auth user", "from no-reply@example.test", "to owner@example.test", "data"]);
  });
});
