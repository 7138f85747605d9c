import type { EventType } from "@receipts/contracts";
import { eventTypeNames } from "./event-type-texts.ts";

/** Stands for all event types, also future ones. */
export const EVERY_TYPE = "*";

/** `deposit.*` of `deposit.created` */
function groupOf(type: string): string {
  return `${type.split(".")[0]}.*`;
}

/** Groups of event types, with the types of each. */
export const typeGroups: readonly { readonly name: string; readonly types: readonly EventType[] }[] = [
  ...new Set(eventTypeNames.map(groupOf)),
].map((name) => ({ name, types: eventTypeNames.filter((type) => groupOf(type) === name) }));

const covers = (pattern: string, other: string) =>
  pattern === EVERY_TYPE || pattern === other || pattern === groupOf(other);

export function isChosen(chosen: readonly string[], pattern: string): boolean {
  return chosen.some((each) => covers(each, pattern));
}

/** The chosen patterns after one was switched on or off. A group replaces its types. */
export function switched(chosen: readonly string[], pattern: string): readonly string[] {
  if (!isChosen(chosen, pattern)) return [...chosen.filter((each) => !covers(pattern, each)), pattern];
  if (chosen.includes(pattern)) return chosen.filter((each) => each !== pattern);
  const group = typeGroups.find(({ name }) => name === groupOf(pattern));
  const others = group?.types.filter((type) => type !== pattern) ?? [];
  return [...chosen.filter((each) => each !== group?.name), ...others];
}
