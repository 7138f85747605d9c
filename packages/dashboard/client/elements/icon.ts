import { html, svg, type TemplateResult } from "lit-html";

/** Strokes on a 24 × 24 grid, drawn for this project. */
const shapes = {
  mark: svg`<rect x="1" y="1" width="22" height="22" rx="6" fill="currentColor" stroke="none"/><path class="on-mark" d="M7 12.5l3.5 3.5L17 8.5"/>`,
  menu: svg`<path d="M4 7h16M4 12h16M4 17h16"/>`,
  search: svg`<circle cx="10.500" cy="10.500" r="6.500"/><path d="M15.500 15.500L21 21"/>`,
  close: svg`<path d="M6 6l12 12M18 6L6 18"/>`,
  person: svg`<circle cx="12" cy="8" r="4"/><path d="M4.5 20.5c1-4 4-5.5 7.5-5.5s6.500 1.500 7.500 5.500"/>`,
  people: svg`<circle cx="9" cy="8.500" r="3.500"/><path d="M2.500 20c.8-3.500 3.200-5 6.500-5s5.700 1.500 6.500 5M15.500 5.300a3.500 3.500 0 0 1 0 6.400M18 15.400c1.900.7 3 2.200 3.500 4.600"/>`,
  shop: svg`<path d="M4 10v10h16V10M3 10l2-6h14l2 6zM10 20v-6h4v6"/>`,
  till: svg`<rect x="6" y="2.500" width="12" height="19" rx="2.500"/><path d="M9 6.500h6M9 11h.01M12 11h.01M15 11h.01M9 14.500h.01M12 14.500h.01M15 14.500h.01M10.500 18h3"/>`,
  home: svg`<path d="M4 11l8-7 8 7v9h-5v-6H9v6H4z"/>`,
  coins: svg`<ellipse cx="9" cy="6.500" rx="6" ry="3"/><path d="M3 6.500v5c0 1.700 2.700 3 6 3M3 11.500v5c0 1.700 2.700 3 6 3"/><circle cx="16.500" cy="15.500" r="5"/>`,
  list: svg`<path d="M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01"/>`,
  deposit: svg`<path d="M12 3v12m0 0l-4.500-4.500M12 15l4.500-4.500M4 17v4h16v-4"/>`,
  credits: svg`<circle cx="12" cy="12" r="8.500"/><path d="M12 7.500v9M9.500 14.500c.5 1.300 5 1.500 5-.8s-5-1.400-5-3.500 4-2.300 5-.7"/>`,
  bank: svg`<path d="M3 9.500L12 4l9 5.500zM5.500 9.500V18M10 9.500V18M14 9.500V18M18.500 9.500V18M3 20.500h18"/>`,
  key: svg`<circle cx="8" cy="15" r="4.500"/><path d="M11.500 12L20 3.500M16.500 7l3 3"/>`,
  webhook: svg`<path d="M7 17a4 4 0 1 1 1-7.500L11 5M17 17h-7M13 5a3.500 3.500 0 1 1 3.500 5"/><circle cx="17" cy="17" r="2.500"/>`,
  pulse: svg`<path d="M2.500 12H7l3-7 4 14 3-7h4.500"/>`,
  chart: svg`<path d="M4 20h16M7 16v-5M12 16V5M17 16V9"/>`,
  card: svg`<rect x="2.500" y="5" width="19" height="14" rx="2.500"/><path d="M2.500 10h19M6 15h4"/>`,
  lock: svg`<rect x="5" y="11" width="14" height="9.500" rx="2"/><path d="M8 11V8a4 4 0 0 1 8 0v3M12 15v2"/>`,
  badge: svg`<rect x="4" y="5" width="16" height="15" rx="2"/><circle cx="12" cy="11" r="2.500"/><path d="M8 17c.7-1.700 2-2.500 4-2.500s3.300.8 4 2.500M10 5V3h4v2"/>`,
  compare: svg`<path d="M12 4v17M8 21h8M5 7h14M5 7l-2.500 7h5zM19 7l-2.500 7h5z"/>`,
  gear: svg`<circle cx="12" cy="12" r="3"/><path d="M12 3v3M12 18v3M3 12h3M18 12h3M5.600 5.600l2.100 2.100M16.300 16.300l2.100 2.100M5.600 18.400l2.100-2.100M16.300 7.700l2.100-2.100"/>`,
  shield: svg`<path d="M12 3l8 3v6c0 5-3.500 7.800-8 9-4.500-1.200-8-4-8-9V6z"/>`,
  copy: svg`<rect x="9" y="9" width="11" height="11" rx="2"/><path d="M5 15V6a2 2 0 0 1 2-2h8"/>`,
  check: svg`<path d="M5 12.500l4.500 4.500L19 7.500"/>`,
  cross: svg`<path d="M6.500 6.500l11 11M17.500 6.500l-11 11"/>`,
  clock: svg`<circle cx="12" cy="12" r="8.500"/><path d="M12 7v5.500l3.500 2"/>`,
  warning: svg`<path d="M12 4L2.500 20h19zM12 10v4.500M12 17.200h.01"/>`,
  braces: svg`<path d="M9 4c-2 0-3 1-3 3v2c0 1.500-.8 3-2 3 1.200 0 2 1.500 2 3v2c0 2 1 3 3 3M15 4c2 0 3 1 3 3v2c0 1.500.8 3 2 3-1.200 0-2 1.500-2 3v2c0 2-1 3-3 3"/>`,
  code: svg`<path d="M8 7l-5 5 5 5M16 7l5 5-5 5M13.500 5l-3 14"/>`,
  send: svg`<path d="M3.500 11.500L20.500 4l-6 16.500-3.500-7z"/>`,
  next: svg`<path d="M9 5l7 7-7 7"/>`,
} as const;

export type IconName = keyof typeof shapes;

/** Never read out: the text beside it says the same. */
export function icon(name: IconName): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${shapes[name]}</svg>`;
}
