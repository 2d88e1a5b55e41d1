/** What a reader of generated scripts looks for in them. */
import { spawnSync } from 'node:child_process';
import { parseAllDocuments } from 'yaml';

/** Texts of a script in which commands may be. Throws where the format is broken. */
export function commandTexts(script: string, syntax: string): string[] {
  if (syntax === 'yaml') return textsIn(parseYaml(script));
  if (syntax === 'groovy') return groovyParts(script).map(({ text }) => text);
  const { status, stderr } = spawnSync('bash', ['-n'], { input: script, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return [script];
}

/** What servers of CI give to a shell, as they give it: with what they fill in themselves. */
export function shellTexts(script: string, syntax: string): string[] {
  if (syntax === 'shell') return [script];
  if (syntax === 'groovy') return groovyParts(script).flatMap(({ word, text }) => (word === 'sh' ? [text] : []));
  return shellTextsIn(parseYaml(script)).map(text => text.replaceAll(FILLED_BEFORE, '1'));
}

const SHELL_KEYS = ['run', 'script', 'command'];
const FILLED_BEFORE = /\$\{\{[^}]*\}\}|\$\(System\.\w+\)/g;

function shellTextsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, held]) =>
    SHELL_KEYS.includes(key) && [held].flat().every(text => typeof text === 'string')
      ? [held].flat()
      : shellTextsIn(held),
  );
}

export function parseYaml(script: string): unknown {
  const [document, ...others] = parseAllDocuments(script, { strict: true, uniqueKeys: true });
  if (document === undefined || others.length > 0 || !('toJS' in document)) throw new Error('One document is needed.');
  const [fault] = [...document.errors, ...document.warnings];
  if (fault !== undefined) throw fault;
  return document.toJS();
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

const PAIRS: Record<string, string> = { '}': '{', ')': '(', ']': '[' };
const QUOTES = ["'''", "'", '"'];

/** The texts of a pipeline, each with the word before it, once its quotes and brackets were found to close in order. */
function groovyParts(script: string): { word: string | undefined; text: string }[] {
  const parts: { word: string | undefined; text: string }[] = [];
  const open: string[] = [];
  for (let at = 0; at < script.length; at++) {
    const quote = QUOTES.find(one => script.startsWith(one, at));
    const sign = script[at] ?? '';
    if (script.startsWith('//', at)) at = script.indexOf('\n', at);
    else if (quote !== undefined) {
      const end = endOfText(script, at + quote.length, quote);
      const text = script.slice(at + quote.length, end).replaceAll(/\\([\\'])/g, '$1');
      parts.push({ word: /(\w+) $/.exec(script.slice(0, at))?.[1], text });
      at = end + quote.length - 1;
    } else if ('{(['.includes(sign)) open.push(sign);
    else if ('})]'.includes(sign) && open.pop() !== PAIRS[sign]) throw new Error(`“${sign}” closes nothing at ${at}.`);
  }
  if (open.length > 0) throw new Error(`“${open.join('')}” is not closed.`);
  return parts;
}

function endOfText(script: string, from: number, quote: string): number {
  for (let at = from; at < script.length; at++) {
    if (script[at] === '\\') at++;
    else if (script.startsWith(quote, at)) return at;
    else if (script[at] === '\n' && quote.length === 1) break;
  }
  throw new Error(`A text that begins at ${from} does not end.`);
}

const COMMAND = /^\s*npx --no-install steploom (.+)$/gm;
/** What servers of CI and shells fill in. */
const FILLED = /\$\{\{[^}]*\}\}|\$\([^)]*\)|\$\w+/g;
const WORD = /'[^']*'|"[^"]*"|[^\s'"]+/g;

/** The words behind `steploom` of every command, with a number for what is filled in when it runs. */
export function steploomCommands(texts: readonly string[]): string[][] {
  const lines = texts.map(text => text.replaceAll(/\\\n\s*/g, ' '));
  return lines.flatMap(text =>
    [...text.matchAll(COMMAND)].map(([, words = '']) =>
      [...words.replaceAll(FILLED, '1').matchAll(WORD)].map(([word]) => word.replaceAll(/["']/g, '')),
    ),
  );
}
