import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { AppError } from '../../../model/errors/errors.ts';

interface PasswordTerminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  notify(text: string): void;
  signal: AbortSignal;
  /** A terminal that shows no letters passes Ctrl+C on as input. */
  interrupt(): void;
}

const nowhere = () =>
  new Writable({
    write: (_chunk, _encoding, done) => done(),
  });

async function askHidden(question: string, { input, notify, signal, interrupt }: PasswordTerminal): Promise<string> {
  notify(question);
  const lines = createInterface({ input, output: nowhere(), terminal: true });
  lines.on('SIGINT', interrupt);
  try {
    return await lines.question('', { signal });
  } finally {
    lines.close();
  }
}

async function firstLine(input: AsyncIterable<string | Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of input) text += chunk.toString();
  return text.split(/\r?\n/, 1)[0] ?? '';
}

export type WhichPassword = 'new' | 'known';

/** Never an argument, which other users and the history of the shell would see. Errors: `invalid-params`. */
export async function readPassword(terminal: PasswordTerminal, which: WhichPassword = 'new'): Promise<string> {
  if (terminal.input.isTTY !== true) {
    const piped = await firstLine(terminal.input);
    if (piped !== '') return piped;
    throw new AppError('invalid-params', 'No password given: type it in a terminal, or pass it on standard input.');
  }
  if (which === 'known') return await askHidden('Password of the project (not shown):', terminal);
  const typed = await askHidden('New password (not shown):', terminal);
  if (typed === (await askHidden('Repeat the password:', terminal))) return typed;
  throw new AppError('invalid-params', 'The passwords differ; nothing was changed.');
}
