/**
 * `*` matches any text, and `one`, if given, one character. Takes linear time for `*`, and no more than the product of
 * both lengths with `?`.
 */
export function fitsWildcard(pattern: string, text: string, { one = '' }: { one?: '' | '?' } = {}): boolean {
  const [first = '', ...inner] = pattern.split('*');
  const last = inner.pop();
  if (last === undefined) return text.length === pattern.length && isAt(text, 0, first, one);
  const end = text.length - last.length;
  if (end < first.length || !isAt(text, 0, first, one) || !isAt(text, end, last, one)) return false;
  let at = first.length;
  for (const part of inner) {
    const found = findPart({ text, from: at, end, part, one });
    if (found === undefined) return false;
    at = found + part.length;
  }
  return true;
}

function isAt(text: string, at: number, part: string, one: string): boolean {
  if (one === '' || !part.includes(one)) return text.startsWith(part, at);
  for (let index = 0; index < part.length; index++)
    if (part[index] !== one && part[index] !== text[at + index]) return false;
  return at + part.length <= text.length;
}

interface PartSearch {
  text: string;
  from: number;
  end: number;
  part: string;
  one: string;
}

/** The leftmost match is enough: it leaves the most room for the rest. */
function findPart({ text, from, end, part, one }: PartSearch): number | undefined {
  if (one === '' || !part.includes(one)) {
    const found = text.indexOf(part, from);
    return found === -1 || found + part.length > end ? undefined : found;
  }
  for (let at = from; at + part.length <= end; at++) if (isAt(text, at, part, one)) return at;
  return undefined;
}
