import { type Html, html } from "@receipts/web-pages";

const ownMachine: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * The guides use the keys, the sandbox and the addresses of a service on the reader's machine. Returns a note with the
 * address of this installation, or undefined if it runs on that machine.
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
  return html`<p class="note">The commands are for a service on your own machine (<a href="/docs/quick-start">quick start</a>). The address here is ${addresses}. Use your own key and real receipts.</p>
`;
}
