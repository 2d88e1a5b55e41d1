import { wellFormed } from '../../values/well-formed.ts';

/** A field that two states of a record do not have alike; a side without it is left out. */
export interface FieldChange {
  field: string;
  from?: string;
  to?: string;
}

const MOST_CHARACTERS = 200;

/** Masks what must not be read. */
export type Show = (text: string) => string;

/** The fields in which two records differ, with what they say, cut to what can be read at a glance. */
export function fieldChanges(before: object, after: object, show: Show): FieldChange[] {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap(field => {
    const [from, to] = [textOf(was.get(field)), textOf(is.get(field))];
    if (from === to) return [];
    // Masked first: of a secret that is cut, its end could not be told from other text any more.
    const [old, now] = [from === undefined ? undefined : show(from), to === undefined ? undefined : show(to)];
    return {
      field,
      ...(old === undefined ? {} : { from: cut(old, now) }),
      ...(now === undefined ? {} : { to: cut(now, old) }),
    };
  });
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  return JSON.stringify(value);
}

/** Of long texts, the part from where they differ on. */
function cut(text: string, other = ''): string {
  if (text.length <= MOST_CHARACTERS) return text;
  let same = 0;
  while (same < text.length && text[same] === other[same]) same += 1;
  const start = same < MOST_CHARACTERS / 2 ? 0 : same - MOST_CHARACTERS / 4;
  const end = start + MOST_CHARACTERS;
  return `${start > 0 ? '…' : ''}${wellFormed(text.slice(start, end))}${end < text.length ? '…' : ''}`;
}
