/** What a reader of generated scripts looks for in them. */
import { spawnSync } from 'node:child_process';
import { parseAllDocuments } from 'yaml';

/** Texts of a script in which commands may be. Throws where the format is broken. */
export function commandTexts(script: string, syntax: string): string[] {
  if (syntax === 'yaml') return textsIn(parseYaml(script));
  if (syntax === 'groovy') return groovyTexts(script);
  const { status, stderr } = spawnSync('bash', ['-n'], { input: script, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return [script];
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

/** The texts of a pipeline, once its quotes and brackets were found to close in order. */
function groovyTexts(script: string): string[] {
  const texts: string[] = [];
  const open: string[] = [];
  for (let at = 0; at < script.length; at++) {
    const quote = QUOTES.find(one => script.startsWith(one, at));
    const sign = script[at] ?? '';
    if (script.startsWith('//', at)) at = script.indexOf('\n', at);
    else if (quote !== undefined) {
      const end = endOfText(script, at + quote.length, quote);
      texts.push(script.slice(at + quote.length, end).replaceAll(/\\([\\'])/g, '$1'));
      at = end + quote.length - 1;
    } else if ('{(['.includes(sign)) open.push(sign);
    else if ('})]'.includes(sign) && open.pop() !== PAIRS[sign]) throw new Error(`“${sign}” closes nothing at ${at}.`);
  }
  if (open.length > 0) throw new Error(`“${open.join('')}” is not closed.`);
  return texts;
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
