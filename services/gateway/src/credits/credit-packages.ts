import { type CreditPackage, formatSantim, parseSantim } from "@receipts/contracts";
import { z } from "zod";

const idSchema = z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/);
const creditsSchema = z.union([z.string().regex(/^\d{1,9}$/), z.int()]).transform(Number);
const priceSchema = z.union([z.string(), z.number()]).transform(String);

const packagesSchema = z
  .array(
    z.object({
      id: idSchema,
      credits: creditsSchema.pipe(z.int().min(1).max(999_999_999)),
      price: priceSchema,
    }),
  )
  .max(50);

/**
 * Reads a list `id:credits:price`, separated by commas, or a JSON array of the same. Returns undefined for anything
 * else.
 */
function readPackages(text: string): readonly CreditPackage[] | undefined {
  const parsed = packagesSchema.safeParse(text.trimStart().startsWith("[") ? fromJson(text) : fromList(text));
  if (!parsed.success) return undefined;
  const packages = parsed.data.flatMap(({ id, credits, price }): CreditPackage[] => {
    const santim = parseSantim(price);
    return santim === undefined || santim === 0n
      ? []
      : [{ id, credits, price: formatSantim(santim), currency: "ETB" }];
  });
  const ids = new Set(packages.map(({ id }) => id));
  return ids.size === parsed.data.length ? packages : undefined;
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fromList(text: string): unknown {
  return text.split(",").map((entry) => {
    const [id, credits, price, ...more] = entry.split(":").map((part) => part.trim());
    return more.length === 0 ? { id, credits, price } : undefined;
  });
}

/** Prices in ETB. */
export const creditPackagesSetting = z
  .string()
  .default("starter:500:500.00,business:5000:4000.00,scale:50000:30000.00")
  .transform((text, context) => {
    const packages = readPackages(text);
    if (packages !== undefined) return packages;
    context.addIssue("must be id:credits:price entries, or a JSON array of them, each id once");
    return z.NEVER;
  })
  .describe("Credit packages, `id:credits:price` separated by commas or a JSON array; prices in ETB");
