const ALIKE = /^(e\d+) (link|button|menuitem|tab|listitem|option) "((?:[^"\\|]|\\.)*)"$/;

interface AlikeElements {
  refs: number[];
  role: string;
  names: string[];
}

/** `e2-e7` where they follow each other, so that each can be counted. */
function refsOf(refs: readonly number[]): string {
  const [first = 0] = refs;
  const isRow = refs.every((ref, at) => ref === first + at);
  return isRow ? `e${first}-e${refs.at(-1)}` : refs.map(ref => `e${ref}`).join(' ');
}

const lineOf = ({ refs, role, names }: AlikeElements): string =>
  refs.length === 1 ? `e${refs[0]} ${role} "${names[0]}"` : `${refsOf(refs)} ${role} ${names.join(' | ')}`;

/** Neighbours of one role share a line: a menu of seven links costs half. */
export function groupedLines(lines: readonly string[]): string[] {
  const grouped: string[] = [];
  let alike: AlikeElements | undefined;
  const end = () => {
    if (alike !== undefined) grouped.push(lineOf(alike));
    alike = undefined;
  };
  for (const line of lines) {
    const [, ref = '', role = '', name = ''] = ALIKE.exec(line) ?? [];
    if (ref === '' || alike?.role !== role) end();
    if (ref === '') grouped.push(line);
    else if (alike === undefined) alike = { refs: [Number(ref.slice(1))], role, names: [name] };
    else {
      alike.refs.push(Number(ref.slice(1)));
      alike.names.push(name);
    }
  }
  end();
  return grouped;
}
