interface ScriptPart {
  text: string;
  kind?: 'comment' | 'key' | 'text' | 'variable';
}

const COMMENT = /^\s*(#|\/\/)/;
const KEY = /^(\s*(?:- )?)([\w.-]+)(:)(?=\s|$)/;
const WORDS = /(\$\{\{[^}]*\}\}|\$\([^)]*\)|\$\{[^}]*\}|\$\w+)|('''|"(?:[^"\\$]|\\.)*"|'[^']*')/g;

export function partsOf(line: string): ScriptPart[] {
  if (COMMENT.test(line)) return [{ text: line, kind: 'comment' }];
  const key = KEY.exec(line);
  if (key === null) return wordsOf(line);
  const [whole, before = '', name = ''] = key;
  const rest = wordsOf(line.slice(whole.length));
  return [...(before === '' ? [] : [{ text: before }]), { text: name, kind: 'key' }, { text: ':' }, ...rest];
}

function wordsOf(text: string): ScriptPart[] {
  const parts: ScriptPart[] = [];
  let from = 0;
  for (const match of text.matchAll(WORDS)) {
    const [word, variable] = match;
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push({ text: word, kind: variable === undefined ? 'text' : 'variable' });
    from = match.index + word.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}
