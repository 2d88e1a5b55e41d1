/** Edit distance of two short words (Levenshtein). */
function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const swap = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, swap));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}

const closeness = (word: string, candidate: string): number => {
  const left = word.toLowerCase();
  const right = candidate.toLowerCase();
  if (left.length > 2 && (right.includes(left) || left.includes(right))) return 1;
  return distance(left.slice(0, 64), right.slice(0, 64));
};

/** The known words closest to a wrong one, best first; words too far away are left out. */
export function nearestNames(word: string, known: readonly string[], most = 3): string[] {
  const limit = Math.max(2, Math.floor(word.length / 3));
  return known
    .map(candidate => ({ candidate, far: closeness(word, candidate) }))
    .filter(({ far }) => far <= limit)
    .sort((left, right) => left.far - right.far)
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** The one known word closest to a wrong one, if any is close. */
export const nearest = (word: string, known: readonly string[]): string | undefined => nearestNames(word, known, 1)[0];
