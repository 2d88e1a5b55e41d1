export interface SelectorPiece {
  before: string;
  text: string;
}

const TOKENS = /\\.|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\s*[\s>+~/,]\s*|[\s\S]/g;

/** Parts of a CSS selector or an XPath between separators, each with the one before it; what is quoted or in brackets stays whole. */
export function selectorPieces(selector: string, at: RegExp): SelectorPiece[] {
  const found: SelectorPiece[] = [{ before: '', text: '' }];
  let depth = 0;
  for (const [token] of selector.matchAll(TOKENS)) {
    if ('(['.includes(token)) depth++;
    if (')]'.includes(token)) depth--;
    const last = found.at(-1);
    const isCut = depth === 0 && token.length < 9 && new RegExp(`^(?:\\s*${at.source}\\s*)+$`).test(token);
    if (isCut && last?.text === '') last.before += token;
    else if (isCut) found.push({ before: token, text: '' });
    else if (last !== undefined) last.text += token;
  }
  return found;
}
