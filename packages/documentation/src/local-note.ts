import { type Html, html } from "@receipts/web-pages";

const ownMachine: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * The guides say what to do with a service that the reader has started himself: its keys, its sandbox and its addresses.
 * Undefined where it is that service which shows them.
 */
export function localNote(
  { publicBaseUrl, checkoutBaseUrl }: { readonly publicBaseUrl: string; readonly checkoutBaseUrl: string },
  language: string,
): Html | undefined {
  if (ownMachine.has(new URL(publicBaseUrl).hostname)) return undefined;
  const addresses = html`<code>${publicBaseUrl}</code>${
    checkoutBaseUrl !== publicBaseUrl && html`, <code>${checkoutBaseUrl}/v1</code>`
  }`;
  if (language === "am")
    return html`<p class="note">ትእዛዞቹ በራስዎ ማሽን ላይ ለሚሠራው አገልግሎት ናቸው (<a href="/docs/quick-start.am">ፈጣን ጅምር</a>)። እዚህ አድራሻው ${addresses} ነው፤ የራስዎን ቁልፍና እውነተኛ ደረሰኞች ይጠቀሙ።</p>
`;
  return html`<p class="note">The commands are for the service on your own machine (<a href="/docs/quick-start">quick start</a>). Here the address is ${addresses}; use a key of yours and real receipts.</p>
`;
}
