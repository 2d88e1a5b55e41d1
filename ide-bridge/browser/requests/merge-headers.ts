type Headers = Readonly<Record<string, string>>;

/** Both sets of headers, the own in place of those of the same name, which knows no case. */
export function mergeHeaders(others: Headers, own: Headers): [name: string, value: string][] {
  const names = new Set(Object.keys(own).map(name => name.toLowerCase()));
  return [...Object.entries(others).filter(([name]) => !names.has(name.toLowerCase())), ...Object.entries(own)];
}
