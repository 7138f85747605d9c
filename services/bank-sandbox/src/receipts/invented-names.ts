import type { SeededDraw } from "./seeded-draw.ts";

const givenNames = [
  "Abel",
  "Bezawit",
  "Chaltu",
  "Dagmawi",
  "Eleni",
  "Feven",
  "Girma",
  "Hanna",
  "Israel",
  "Jemal",
  "Kidist",
  "Lensa",
  "Mikias",
  "Nardos",
  "Obsa",
  "Rediet",
  "Samrawit",
  "Tigist",
  "Urgessa",
  "Wubit",
  "Yared",
  "Zufan",
] as const;

/** Given name, father's, grandfather's. */
export function inventedName(draw: SeededDraw): string {
  return ["given", "father", "grandfather"].map((label) => draw.oneOf(label, givenNames)).join(" ");
}
