import type { Link, LinkParameters } from '../../model/feature/link.ts';

/** What changes from step to step: quoted texts, numbers and placeholders. */
const VALUES = /<[^<>]*>|"[^"]*"|'[^']*'|“[^”]*”|\b\d+(?:[.,]\d+)*\b/gu;

/** A step text without its values. */
export const withoutValues = (text: string): string =>
  text.replace(VALUES, ' ').replace(/\s+/gu, ' ').trim().toLowerCase();

/** The values of a step text; placeholders as written, texts without their quotes. */
const valuesIn = (text: string): string[] =>
  (text.match(VALUES) ?? []).map(value => value.replace(/^["'“]|["'”]$/gu, ''));

/**
 * The parameters of a link with the values of another text, which differs from that of the link in its values alone.
 * Undefined where it is not clear which value goes where.
 */
export function valuesLike({ text, parameters }: Link, other: string): LinkParameters | undefined {
  const said = valuesIn(text);
  const asked = valuesIn(other);
  if (parameters === undefined || said.length !== asked.length) return undefined;
  const found = Object.entries(parameters).map(([name, value]) => [name, valueFor(value, said, asked)] as const);
  const clear = found.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return clear.length === found.length ? Object.fromEntries(clear) : undefined;
}

/** What stands where a value stood; the value itself where the text does not have it, not even as a part of another one. */
function valueFor(value: string, said: readonly string[], asked: readonly string[]): string | undefined {
  const standing = said.flatMap((each, index) => (each === value || each === `<${value}>` ? (asked[index] ?? []) : []));
  const [first] = standing;
  if (first !== undefined) return standing.every(each => each === first) ? first : undefined;
  return value !== '' && said.some(each => each.includes(value)) ? undefined : value;
}
