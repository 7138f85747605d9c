import { type Html, html } from "@receipts/web-pages";

interface Addresses {
  readonly publicBaseUrl: string;
  readonly checkoutBaseUrl: string;
}

const ownMachine: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);
const isOnOwnMachine = ({ publicBaseUrl }: Addresses) => ownMachine.has(new URL(publicBaseUrl).hostname);

/** They start a service on the reader's machine: its address stays. */
const startPages: readonly string[] = ["quick-start", "quick-start.am"];

/** The source of a guide with the addresses of this installation in its commands. There no command signs in as the demo account. */
export function withAddresses(
  { name, source }: { readonly name: string; readonly source: string },
  addresses: Addresses,
): string {
  if (startPages.includes(name)) return source;
  const addressed = isOnOwnMachine(addresses)
    ? source
    : source.replaceAll("demo@example.com", "you@example.com");
  return addressed
    .replaceAll("http://localhost:8080/v1", `${addresses.checkoutBaseUrl}/v1`)
    .replaceAll("http://localhost:8080", addresses.publicBaseUrl);
}

/**
 * The note above a guide of an installation: where the reader's key comes from, and that the receipts of the examples are
 * those of a sandbox. Undefined on the reader's own machine, where all is as the guide says.
 */
export function localNote(name: string, addresses: Addresses, language: string): Html | undefined {
  if (isOnOwnMachine(addresses)) return undefined;
  if (startPages.includes(name)) return startNote(addresses, language);
  if (language === "am")
    return html`<p class="note">በትእዛዞቹ ውስጥ ያሉት አድራሻዎች የዚህ አገልግሎት ናቸው። <code>$API_KEY</code> የራስዎ ቁልፍ ነው፤ <a href="/dashboard/api-keys">ቁልፍ ይፍጠሩ</a>። በምሳሌዎቹ ያሉት ደረሰኞች ለመሞከሪያ ብቻ ናቸው።</p>
`;
  return html`<p class="note">The addresses in the commands are those of this installation. <code>$API_KEY</code> is a key of your own: <a href="/dashboard/api-keys">create one</a>. The receipts of the examples are in the sandbox alone (<a href="/docs/quick-start">quick start</a>).</p>
`;
}

function startNote({ publicBaseUrl, checkoutBaseUrl }: Addresses, language: string): Html {
  const addresses = html`<code>${publicBaseUrl}</code>${
    checkoutBaseUrl !== publicBaseUrl && html`, <code>${checkoutBaseUrl}/v1</code>`
  }`;
  if (language === "am")
    return html`<p class="note">ትእዛዞቹ በራስዎ ማሽን ላይ ለሚሠራው አገልግሎት ናቸው። እዚህ አድራሻው ${addresses} ነው፤ የራስዎን ቁልፍና እውነተኛ ደረሰኞች ይጠቀሙ።</p>
`;
  return html`<p class="note">The commands are for a service on your own machine. The address here is ${addresses}. Use your own key and real receipts.</p>
`;
}
