/** A list that is short and always sent whole names its place as a page of a longer one does. */
export function wholeList<Item>(items: readonly Item[]) {
  return { data: items, meta: { total: items.length, limit: Math.max(1, items.length), offset: 0 } };
}
