/** Performs the verbs of one command, in order, until one fails. */
import { type AppError, isAppError } from '../../model/errors/errors.ts';
import { ACTION_VERB_NAMES, actionVerb, noSuchVerb, readActionWords } from '../verbs/read-actions.ts';
import { readLines } from '../verbs/read-words.ts';
import type { DoSession } from './do-session.ts';
import { NotDone } from './not-done.ts';
import { QUESTIONS, questionOf } from './questions/index.ts';
import { tellPerformed } from './told-actions.ts';
import { withUploadedFiles } from './uploaded-files.ts';

const DO_EXIT = { done: 0, failed: 1, usage: 2 } as const;

/** LineWords of the shell, or lines. */
interface DoRequest {
  words?: readonly string[] | undefined;
  lines?: string | undefined;
}

const isVerb = (word: string | undefined): boolean => actionVerb(word) !== undefined || questionOf(word) !== undefined;

/** Of words with a `;` between verbs, or of arguments that each hold a whole line. */
function linesOfWords(words: readonly string[]): string[][] {
  const [first = ''] = words;
  if (/\s/.test(first.trim()) && !isVerb(first)) return words.flatMap(word => readLines(word).map(line => line.words));
  const lines: string[][] = [[]];
  for (const word of words) {
    if (word === ';') lines.push([]);
    else lines.at(-1)?.push(word);
  }
  return lines.filter(line => line.length > 0);
}

interface VerbStep {
  question: boolean;
  lines: string[][];
}

/** Actions that follow each other are performed in one go. */
function stepsOf(lines: readonly string[][]): VerbStep[] {
  const steps: VerbStep[] = [];
  for (const words of lines) {
    const [name = ''] = words;
    const question = questionOf(name) !== undefined;
    if (!isVerb(name)) throw noSuchVerb(name, [...ACTION_VERB_NAMES, ...QUESTIONS.map(each => each.name)]);
    if (!question) readActionWords(words);
    const last = steps.at(-1);
    if (!question && last !== undefined && !last.question) last.lines.push(words);
    else steps.push({ question, lines: [words] });
  }
  return steps;
}

/** As `readLines` reads it again. */
const asLine = (words: readonly string[]): string => words.map(word => (isPlain(word) ? word : quoted(word))).join(' ');

const isPlain = (word: string): boolean => /^[^\s"'#\\]+$/.test(word);

const quoted = (word: string): string =>
  `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n').replaceAll('\t', '\\t').replaceAll('\r', '')}"`;

/** Never rejects but for what nobody foresaw. Resolves with the exit code. */
export async function doWords({ words = [], lines }: DoRequest, session: DoSession): Promise<number> {
  try {
    const all = [...linesOfWords(words), ...(lines === undefined ? [] : readLines(lines).map(line => line.words))];
    if (all.length === 0) all.push(['help']);
    const steps = stepsOf(all);
    for (const [at, step] of steps.entries()) {
      session.signal.throwIfAborted();
      await perform(step, session, READING.has(steps[at + 1]?.lines[0]?.[0] ?? ''));
    }
    return DO_EXIT.done;
  } catch (error) {
    if (error instanceof NotDone) return DO_EXIT.failed;
    if (!isAppError(error)) throw error;
    tellError(error, session);
    return error.kind === 'invalid-params' ? DO_EXIT.usage : DO_EXIT.failed;
  }
}

/** They tell what is on the page. */
const READING: ReadonlySet<string> = new Set(['snapshot', 'look', 'text', 'read']);

async function perform({ question, lines }: VerbStep, session: DoSession, isReadNext: boolean): Promise<void> {
  const [[name, ...words] = []] = lines;
  if (question) return await questionOf(name)?.ask(words, session);
  const given = await Promise.all(lines.map(line => withUploadedFiles(line, session)));
  const output = await session.call('performActions', {
    lines: given.map(asLine).join('\n'),
    ...(session.isHeaded ? { headed: true } : {}),
  });
  if (!tellPerformed(session, output, isReadNext)) throw new NotDone();
}

function tellError({ kind, message, detail }: AppError, { send, isJson }: DoSession): void {
  if (isJson) send({ out: JSON.stringify({ error: kind, message, ...detail.facts }) });
  else send({ err: `✗ ${message}` });
}
