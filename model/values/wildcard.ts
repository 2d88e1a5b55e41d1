/** Whether a text is as a pattern says, in which each `*` stands for any text or none. Takes linear time. */
export function fitsWildcard(pattern: string, text: string): boolean {
  const [first = '', ...inner] = pattern.split('*');
  const last = inner.pop();
  if (last === undefined) return text === pattern;
  const end = text.length - last.length;
  if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const part of inner) {
    const found = text.indexOf(part, at);
    if (found === -1 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
