import { type BankHistory, bankCodes, bankTitle, uptimeDays } from "@receipts/contracts";
import { statusPage, statusProblemPage } from "./status-page.ts";

const days = Array.from({ length: uptimeDays }, (_, index) => ({
  date: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
  availability: 1,
}));

const banksWith = (telebirr: Partial<BankHistory> = {}): BankHistory[] =>
  bankCodes.map((bank) => ({
    bank,
    name: bankTitle(bank),
    state: bank === "zemen" ? "unknown" : "operational",
    since: "2026-01-01T08:00:00.000Z",
    relays: null,
    dailyProbe: null,
    availability: { "24h": 1, "7d": 1, "30d": 0.9999, "90d": null },
    days,
    incidents: [],
    ...(bank === "telebirr" ? telebirr : {}),
  }));

const assets = {
  style: { text: "p > b { color: red }", source: "" },
  pathOf: (file: string) => `/status/assets/x/${file}`,
};
const page = (banks: readonly BankHistory[], language: "en" | "am" = "en") =>
  statusPage({ language, banks, asOf: new Date("2026-04-01T09:00:00.000Z"), assets, sandboxed: [] });

describe("the status page", () => {
  it("starts with the state of all banks, in the reader's language", () => {
    expect(page(banksWith())).toContain("<h1>All banks are operational</h1>");
    expect(page(banksWith(), "am")).toContain("<h1>ሁሉም ባንኮች መልስ ይሰጣሉ</h1>");
    expect(page(banksWith({ state: "down" }))).toContain("<h1>telebirr is down</h1>");
    expect(page(banksWith({ state: "down" }), "am")).toContain("<h1>ቴሌብር መልስ አይሰጥም</h1>");
  });

  it("has a section for every bank with name, state and availability", () => {
    const text = page(banksWith());
    for (const bank of bankCodes) expect(text).toContain(`<h3 id="${bank}">`);
    expect(text.match(/<dd>100 %<\/dd>/g)).toHaveLength((bankCodes.length - 1) * 2);
    expect(text.match(/<dd>99\.99 %<\/dd>/g)).toHaveLength(bankCodes.length - 1);
    expect(text.match(/<dd>no data<\/dd>/g)).toHaveLength(bankCodes.length - 1);
    expect(text).toContain("Receipts of this bank cannot be verified yet.");
  });

  it("draws a bar for each day and describes the chart in words", () => {
    const faulty = days.map((day, index) => ({
      ...day,
      availability: index === 88 ? 0.25 : index === 89 ? null : 1,
    }));
    const text = page(banksWith({ days: faulty }));
    const [, chart = ""] = /id="telebirr"[\s\S]*?(<svg class="days"[\s\S]*?<\/svg>)/.exec(text) ?? [];
    expect(chart).toContain(
      'aria-label="The last 90 days: 88 good days, 1 day mostly down, 1 day without data"',
    );
    expect(chart.match(/M\d/g)).toHaveLength(uptimeDays);
    const [, table = ""] = /id="telebirr"[\s\S]*?(<table>[\s\S]*?<\/table>)/.exec(text) ?? [];
    expect(table).toContain("<td>25.00 %</td>");
    expect(table).toContain("<td>99 % or more available</td>");
  });

  it("lists incidents with their duration, and the ongoing one", () => {
    const text = page(
      banksWith({
        state: "down",
        incidents: [
          { startedAt: "2026-03-31T10:00:00.000Z", endedAt: null },
          { startedAt: "2026-03-01T10:00:00.000Z", endedAt: "2026-03-01T12:05:00.000Z" },
        ],
      }),
    );
    expect(text).toContain("Incidents: 2");
    expect(text).toContain("<td>ongoing</td><td></td>");
    expect(text).toContain("<td>2 hours 5 minutes</td>");
  });

  it.each([
    ["responded", "Daily check: it responds as expected,"],
    ["unreadable", "Daily check: it responds in a new form that we cannot read,"],
    ["unavailable", "Daily check: it did not respond,"],
  ] as const)("tells the daily probe of a bank that %s", (outcome, said) => {
    const at = "2026-03-31T23:10:00.000Z";
    expect(page(banksWith({ dailyProbe: { at, outcome } }))).toContain(`${said} <time datetime="${at}">`);
  });

  it("has no script and no inline styles, and embeds its style unchanged", () => {
    const text = page(banksWith());
    expect(text).not.toMatch(/<script|\sstyle=|\son\w+=/);
    expect(text).toContain("<style>p > b { color: red }</style>");
  });

  it("says nothing about the banks when the database does not respond", () => {
    const text = statusProblemPage({ language: "en", problem: "unreadable", assets, sandboxed: [] });
    expect(text).toContain("<h1>The status is unavailable</h1>");
    expect(text).not.toContain("telebirr");
    expect(statusProblemPage({ language: "am", problem: "failed", assets, sandboxed: [] })).toContain(
      'lang="am"',
    );
  });
});
