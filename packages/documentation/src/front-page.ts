import { html, htmlText } from "@receipts/web-pages";
import { codeBlock } from "./code-block.ts";
import type { FramedPage } from "./page-frame.ts";

/** The page at `/`: it leads to everything else that is served. */
export function frontPage(publicBaseUrl: string): FramedPage {
  const call = `curl -s '${publicBaseUrl}/api/verify?waitMs=10000' \\
  -H "x-api-key: $API_KEY" -H 'content-type: application/json' \\
  -d '{"bank":"telebirr","reference":"DJ57QK2M47"}'
`;
  const markup = html`<h1>Receipt verification</h1>
<p>Verify payment receipts with the banks of Ethiopia, and accept deposits on a hosted page.</p>
<h2>For your shop</h2>
<ul class="places">
<li><a href="/dashboard">Dashboard</a>: verify a receipt, and decide what is in doubt. <a href="/dashboard?lang=am" lang="am">ይግቡ፦ ደረሰኝ ያረጋግጡ</a></li>
<li><a href="/till">Till</a>: for cashiers, on the device at the counter. <a href="/till?lang=am" lang="am">መሸጫ</a></li>
<li><a href="/status">Status</a>: the banks right now</li>
</ul>
<h2>For your program</h2>
<p><a class="start" href="/docs/quick-start">Quick start: ten minutes</a></p>
<ul class="places">
<li><a href="/docs">Documentation</a>: guides for integrators, <a href="/docs/quick-start.am" lang="am" hreflang="am">ፈጣን ጅምር</a></li>
<li><a href="/docs/reference">API reference</a>: every route and field</li>
</ul>
<h3>The first call</h3>
<p>Set <code>API_KEY</code> to your key: <code>npm start</code> prints it, or create one in the dashboard.</p>
${codeBlock({ language: "sh", title: "Shell", code: call })}`;
  return { name: "front", title: "Start", headings: [], markup: htmlText(markup) };
}

/** The same for programs. */
export function frontDocument(publicBaseUrl: string): object {
  const at = (path: string) => `${publicBaseUrl}${path}`;
  return {
    name: "Receipt verification",
    documentation: at("/docs"),
    quickStart: at("/docs/quick-start"),
    reference: at("/docs/reference"),
    openApi: [at("/openapi.json"), at("/v1/openapi.json")],
    dashboard: at("/dashboard"),
    status: at("/status"),
  };
}
