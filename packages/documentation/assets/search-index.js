/** Ethiopic letters that are read alike and written for each other, as pairs of first forms: each has eight. */
const alike = [
  ["ሐ", "ሀ"],
  ["ኀ", "ሀ"],
  ["ሠ", "ሰ"],
  ["ዐ", "አ"],
  ["ፀ", "ጸ"],
].map(([from, to]) => [from.codePointAt(0), to.codePointAt(0)]);
const FORMS = 8;

/** Prepositions and articles that Amharic writes as part of a word: የፊርማ is "of the signature". */
const PREFIX = /^[የበለከ](?=[\u1200-\u137f]{3})/;

/** One spelling for words that people write in several. */
function plainTerm(term) {
  const plain = [...term.toLowerCase()].map((letter) => {
    const code = letter.codePointAt(0);
    const [from, to] = alike.find(([first]) => code >= first && code < first + FORMS) ?? [0, 0];
    return String.fromCodePoint(code - from + to);
  });
  return plain.join("");
}

/** The term that is searched for: an Amharic one without its prefix. */
function queryTerm(word) {
  return plainTerm(word).replace(PREFIX, "");
}

/** The terms that a word of a page is found by: an Amharic one with and without its prefix. */
function indexTerms(word) {
  return [...new Set([plainTerm(word), queryTerm(word)])];
}

/** Returns a function that finds the sections that answer a query, best first. The guides come before the reference. */
export function createFinder(MiniSearch, sections) {
  const index = new MiniSearch({
    fields: ["heading", "words", "page", "text"],
    storeFields: ["page", "heading", "text", "isGuide"],
    processTerm: indexTerms,
  });
  index.addAll(sections);
  const options = {
    boost: { heading: 4, words: 4, page: 2 },
    boostDocument: (_id, _term, { isGuide }) => (isGuide ? 2 : 1),
    processTerm: queryTerm,
    prefix: true,
    fuzzy: (term) => (/^\d+$/.test(term) || term.length < 4 ? false : 0.2),
  };
  return (query) => {
    const all = index.search(query, { ...options, combineWith: "AND" });
    return all.length > 0 ? all : index.search(query, options);
  };
}

const BEFORE = 40;
const SHOWN = 160;

/** Cuts the text around its first match and splits it, so that the matches can be marked. */
export function markedExcerpt(text, terms) {
  const words = [...text.matchAll(/[^\p{Z}\p{P}]+/gu)].map(({ 0: word, index }) => ({
    index,
    end: index + word.length,
    isMatch: indexTerms(word).some((term) => terms.includes(term)),
  }));
  const first = words.find(({ isMatch }) => isMatch)?.index ?? 0;
  const start = first <= BEFORE ? 0 : (words.find(({ index }) => index >= first - BEFORE)?.index ?? first);
  const end = Math.min(text.length, start + SHOWN);
  const parts = start > 0 ? [{ text: "… ", isMatch: false }] : [];
  let at = start;
  for (const word of words.filter((one) => one.isMatch && one.index >= start && one.end <= end)) {
    parts.push({ text: text.slice(at, word.index), isMatch: false });
    parts.push({ text: text.slice(word.index, word.end), isMatch: true });
    at = word.end;
  }
  parts.push({ text: text.slice(at, end), isMatch: false });
  if (end < text.length) parts.push({ text: " …", isMatch: false });
  return parts;
}
