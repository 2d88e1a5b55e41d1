/** `steploom do`: sends verbs to the service of the workspace, and prints what it answers. */
import { readFileSync } from 'node:fs';
import { ask, type DoAnswer, NoService } from './ask.ts';
import { type DoArguments, DoFault, readDoArguments } from './command.ts';
import { copyHere, keepLong, saveProject } from './files.ts';
import { type DoPlace, findPlace, nameOfFolder, type RunningServer, readServer } from './place.ts';
import { startService } from './start.ts';

interface DoTerminal {
  stdin: { isTTY?: boolean | undefined };
  stdout: Pick<NodeJS.WritableStream, 'write' | 'on'> & { isTTY?: boolean | undefined };
  stderr: Pick<NodeJS.WritableStream, 'write'>;
  cwd(): string;
}

const OTHER_WORKSPACE = 421;
const STANDARD_INPUT = 0;

/** The text on standard input, where no verbs are given or `-` is. */
function readInput(words: readonly string[], { stdin }: DoTerminal): string | undefined {
  const isWanted = words.length === 1 && words[0] === '-';
  if (!isWanted && (words.length > 0 || stdin.isTTY)) return undefined;
  try {
    return readFileSync(STANDARD_INPUT, 'utf8');
  } catch {
    // It is closed.
    return '';
  }
}

function commandOf(given: DoArguments, { workspace, project }: DoPlace, terminal: DoTerminal): object {
  const { words, session, json, shared, headed } = given;
  const directory = terminal.cwd();
  const lines = readInput(words, terminal);
  return {
    ...(lines === undefined ? { words } : { lines }),
    session: session ?? directory,
    name: session ?? nameOfFolder(directory),
    workspace,
    folder: directory,
    ...(project === undefined ? {} : { project }),
    ...(json ? { json } : {}),
    ...(shared ? { shared } : {}),
    ...(headed ? { headed } : {}),
  };
}

const isTexts = (value: unknown): value is Record<string, string> => typeof value === 'object' && value !== null;

const COLOURS: Readonly<Record<string, string>> = { '+': '32', '-': '90', '~': '33', '!': '31', '→': '36' };

/** For people alone: programs pay for each sign. */
function coloured(text: string, { stdout }: DoTerminal): string {
  if (!stdout.isTTY || process.env.NO_COLOR) return text;
  return text.replace(/^([+\-~!→]) .*$/gm, (line, sign: string) => `\u001b[${COLOURS[sign] ?? '0'}m${line}\u001b[0m`);
}

/** Does what the service asks for, in order. Returns the exit code with the last event. Errors: `DoFault`. */
function takeEvent(line: string, terminal: DoTerminal): number | undefined {
  const event: Record<string, unknown> = { ...JSON.parse(line) };
  const { out, err, exit, copy, long, project } = event;
  const { stdout, stderr } = terminal;
  if (typeof out === 'string') stdout.write(`${coloured(out, terminal)}\n`);
  if (typeof err === 'string') stderr.write(`${err}\n`);
  if (isTexts(project)) saveProject(terminal.cwd(), project.from ?? '', project.projectId ?? '');
  if (isTexts(copy)) copyHere(terminal.cwd(), copy.from ?? '', copy.to ?? '');
  if (isTexts(long)) stdout.write(`${keepLong(long.name ?? 'text', long.text ?? '')}\n`);
  return typeof exit === 'number' ? exit : undefined;
}

/** Errors: `NoService` where another workspace is served there, `DoFault`. */
async function send(server: RunningServer, body: object, terminal: DoTerminal): Promise<number> {
  let exitCode: number | undefined;
  const answer = await ask(server, body, line => {
    exitCode = takeEvent(line, terminal) ?? exitCode;
  });
  if (answer.status === OTHER_WORKSPACE) throw new NoService();
  if (answer.status !== 200) throw refusalOf(server, answer);
  if (exitCode === undefined) throw new DoFault('The service ended before it had answered.', 1);
  return exitCode;
}

function refusalOf({ url, pid }: RunningServer, { status, text }: DoAnswer): DoFault {
  if (status === 404)
    return new DoFault(
      `The service at ${url.origin} (process ${pid}) is of a release without these verbs: stop it, and try again.`,
      1,
    );
  try {
    const { message }: Record<string, unknown> = { ...JSON.parse(text) };
    return new DoFault(typeof message === 'string' ? message : `The service answered with ${status}.`, 1);
  } catch {
    return new DoFault(`The service answered with ${status}.`, 1);
  }
}

async function perform(argv: readonly string[], terminal: DoTerminal): Promise<number> {
  const given = readDoArguments(argv);
  const place = findPlace(terminal.cwd(), given);
  const body = commandOf(given, place, terminal);
  const { connect } = given;
  const server = readServer(place.workspace);
  const start = () => startService({ place, connect, stale: server, tell: text => terminal.stderr.write(text) });
  try {
    return await send(server ?? (await start()), body, terminal);
  } catch (error) {
    if (!(error instanceof NoService)) throw error;
    return await send(await start(), body, terminal);
  }
}

/** Resolves with the exit code. */
export async function main(argv: readonly string[], terminal: DoTerminal = process): Promise<number> {
  // Nobody reads the rest.
  terminal.stdout.on('error', () => process.exit(0));
  try {
    return await perform(argv, terminal);
  } catch (error) {
    if (error instanceof NoService) terminal.stderr.write('✗ The service that was started does not answer.\n');
    else if (error instanceof DoFault) terminal.stderr.write(`✗ ${error.message}\n`);
    else throw error;
    return error instanceof DoFault ? error.exitCode : 1;
  }
}
