/** Remembers the results of a pure function for its most recent `limit` different texts. */
export function rememberRecent<Result>(limit: number, compute: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, { result: Result }>();
  return text => {
    const known = results.get(text) ?? { result: compute(text) };
    // A map keeps the order of insertion, so that its first entry is the one longest unused.
    results.delete(text);
    results.set(text, known);
    for (const oldest of results.keys()) {
      if (results.size <= limit) break;
      results.delete(oldest);
    }
    return known.result;
  };
}
