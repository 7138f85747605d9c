/** Returns a function that makes the anchors of one page as GitHub does, so links work in the repository and on `/docs`. */
export function createHeadingAnchors(): (text: string) => string {
  const taken = new Map<string, number>();
  return (text) => {
    const anchor = text
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}_\- ]/gu, "")
      .replaceAll(" ", "-");
    const count = taken.get(anchor) ?? 0;
    taken.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  };
}
