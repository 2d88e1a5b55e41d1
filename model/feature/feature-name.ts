/** The text of a feature file under another name: that stands in the first line that is no comment and no tag. */
export function withFeatureName(text: string, name: string): string {
  const lines = text.split('\n');
  const at = lines.findIndex(line => /^\uFEFF?\s*[^\s#@\uFEFF]/.test(line));
  const line = lines[at];
  const colon = line?.indexOf(':') ?? -1;
  if (line === undefined || colon < 0) return text;
  const end = line.endsWith('\r') ? '\r' : '';
  return lines.with(at, `${line.slice(0, colon)}: ${name}${end}`).join('\n');
}
