/** Names are compared up to this many characters: the effort grows with the square. */
const COMPARED_CHARACTERS = 64;

/**
 * The existing names that are most like a wanted one, best first.
 * Likeness is the number of single-character changes, without regard to case; ties keep the given order. A dotted name
 * is as near as its last part: `secret.token` is what was meant by `token`.
 */
export function nearestNames(wanted: string, names: readonly string[], limit = 10): readonly string[] {
  const comparable = (name: string) => name.slice(0, COMPARED_CHARACTERS).toLowerCase();
  const target = comparable(wanted);
  return names
    .map(name => ({ name, distance: distanceTo(target, comparable(name)) }))
    .sort((left, right) => left.distance - right.distance)
    .slice(0, limit)
    .map(({ name }) => name);
}

const distanceTo = (target: string, name: string): number =>
  Math.min(editDistance(target, name), editDistance(target, name.slice(name.lastIndexOf('.') + 1)));

function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let index = 0; index < left.length; index += 1) {
    const next = [index + 1];
    for (let column = 0; column < right.length; column += 1) {
      const replaced = (row[column] ?? 0) + Number(left[index] !== right[column]);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
