/** A field that two states of a record do not have alike; a side without it is left out. */
export interface FieldChange {
  field: string;
  from?: string;
  to?: string;
}

const MOST_CHARACTERS = 200;

/** The fields in which two records differ, with what they say, cut to what can be read at a glance. */
export function fieldChanges(before: object, after: object): FieldChange[] {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap(field => {
    const [from, to] = [textOf(old.get(field)), textOf(now.get(field))];
    if (from === to) return [];
    return {
      field,
      ...(from === undefined ? {} : { from: cut(from, to) }),
      ...(to === undefined ? {} : { to: cut(to, from) }),
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
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`.replace(
    /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    '',
  );
}
