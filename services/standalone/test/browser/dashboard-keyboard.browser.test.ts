import { openShop, type Shop } from "../shop.ts";
import { system } from "../system.ts";
import { keepPicture, useChromium, type Visit } from "./chromium.ts";
import { visitDashboard } from "./dashboard-visits.ts";
import { useLocalSystem } from "./local-system.ts";
import { expectWidth, violations } from "./page-checks.ts";
import { tabTo } from "./tab-to.ts";

let shop: Shop;
useChromium();
useLocalSystem({ verifiers: ["telebirr"] });
beforeEach(async () => {
  shop = await openShop(system);
});

/** Each width, language and scheme of colours is in one row at least. */
const screens = [
  { width: 360, language: "am", colorScheme: "dark" },
  { width: 768, language: "en", colorScheme: "light" },
  { width: 1280, language: "am", colorScheme: "light" },
  { width: 1280, language: "en", colorScheme: "dark" },
] as const;

const inAnotherName = () => shop.pay({ receiverName: "Abel Girma", senderName: "Hana Tadesse" });

describe.each(screens)(
  "with the keyboard alone, $width px wide, in $language, $colorScheme",
  ({ width, language, colorScheme }) => {
    const open = async (path: string): Promise<Visit> => {
      const opened = await visitDashboard(shop.account, `${path}?lang=${language}`, {
        viewport: { width, height: 800 },
        colorScheme,
      });
      await opened.page.locator(".page-body[aria-busy=false]").waitFor();
      return opened;
    };
    const look = async ({ page }: Visit, name: string) => {
      expect(await violations(page)).toEqual([]);
      await expectWidth(page, width);
      await keepPicture(page, `keyboard-${name}-${width}-${language}-${colorScheme}`);
    };

    it("an owner runs a list, and opens the line that was not verified", async () => {
      const visit = await open("/batches");
      const { page, complaints } = visit;
      await tabTo(page, { selector: "main a[href$='/batches/new']" });
      await page.keyboard.press("Enter");
      await page.locator("#field-items").waitFor();
      await tabTo(page, { selector: "#field-items" });
      const paid = await shop.pay();
      await page.keyboard.insertText(`no receipt\n${paid}\n${paid}`);
      await tabTo(page, { selector: "form button[type=submit]" });
      await page.keyboard.press("Enter");
      await page.locator("table a[href*='/requests/']").first().waitFor();
      // The list has ended: until then its lines are pale at each update.
      await page.locator("main button.danger").waitFor({ state: "detached" });
      await page.locator(".page-body[aria-busy=false]").waitFor();
      await look(visit, "list");
      await tabTo(page, { selector: "main table a[href*='/requests/']" });
      await page.keyboard.press("Enter");
      await page.waitForURL("**/requests/ver_*");
      expect(complaints).toEqual([]);
    });

    it("an owner finds the receipt in doubt from Home, and accepts it", async () => {
      const { id } = await shop.deposit();
      await shop.submitAndSettle(id, await inAnotherName());
      const visit = await open("");
      const { page, complaints } = visit;
      await look(visit, "home");
      await tabTo(page, { selector: `main a[href*='/deposits/${id}']` });
      await page.keyboard.press("Enter");
      await page.locator("button[name=decision][value=accept]").waitFor();
      await look(visit, "review");
      await tabTo(page, { selector: "[name=note]" });
      await page.keyboard.type("The money is there");
      // Decides nothing.
      await page.keyboard.press("Enter");
      await tabTo(page, { selector: "button[name=decision][value=accept]" });
      await page.keyboard.press("Enter");
      await page.locator("button[name=decision][value=accept]").waitFor({ state: "detached" });
      expect(await page.evaluate("document.activeElement !== document.body")).toBe(true);
      await look(visit, "accepted");
      await tabTo(page, { selector: "main a[href*='/requests/ver_']" });
      await page.keyboard.press("Enter");
      await page.waitForURL("**/requests/ver_*");
      expect(complaints).toEqual([]);
    });
  },
);
