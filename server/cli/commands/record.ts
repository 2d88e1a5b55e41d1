import { setTimeout as delay } from 'node:timers/promises';
import { actionTitle } from '../../../model/actions/index.ts';
import { readAction } from '../../../model/actions/read-action.ts';
import { AppError } from '../../../model/errors/errors.ts';
import { ActionId } from '../../../model/names/codes.ts';
import type { BrowserEndpoint } from '../../../model/protocol/browser-endpoint.ts';
import { syntaxCheck } from '../../process/syntax-check.ts';
import { findServer } from '../../service/server-file.ts';
import type { ReplyOf } from '../../tools/index.ts';
import { type Cli, type CliCommand, CONNECT_HELP, readConnect } from '../support/cli.ts';
import { findProject } from '../support/find-project.ts';
import { openToolClient, type ToolClient } from '../support/tool-client.ts';

interface RecordOptions {
  project?: string;
  into?: string;
  name?: string;
  env?: string;
  connect?: string;
  headless?: boolean;
}

const MODULE = 'Recorded';
const LOOK_EVERY_MS = 300;

export const record: CliCommand = (program, cli) => {
  program
    .command('record')
    .description('record what you do in a browser window into a test; Ctrl+C ends it')
    .argument('<url>', 'where to begin, e.g. https://shop.example/ or /sign-in')
    .option('--into <test>', 'test to record into, at its end, e.g. m1.t5')
    .option('--name <name>', `name of a new test to record into, in the module "${MODULE}"`)
    .option('-p, --project <id>', 'project, if the workspace has several')
    .option('-e, --env <name>', 'environment that takes the passwords, by code or name')
    .option('--connect <url>', CONNECT_HELP)
    .option('--headless', 'open no window: for machines without a display, in the live view of the service that runs')
    .addHelpText(
      'after',
      '\nWithout a display, start steploom open and use the Record button below the actions of a test.',
    )
    .action(async (url: string, options: RecordOptions) => {
      const attachTo = readConnect(options.connect);
      if ((options.into === undefined) === (options.name === undefined))
        throw new AppError('invalid-params', 'Say where the recording goes: either --into m1.t5 or --name "Checkout".');
      await refuseUnreachable(cli, options);
      await recordUntilInterrupted(cli, url, options, attachTo);
    });
};

async function refuseUnreachable(cli: Cli, { connect, headless }: RecordOptions): Promise<void> {
  const server = await findServer(await cli.workspaceFolder());
  if (server !== undefined && connect !== undefined)
    throw new AppError(
      'busy',
      `Steploom runs on this workspace already (process ${server.pid}) and has a browser of its own. Stop it, or start it with --connect.`,
    );
  if (server === undefined && headless === true && connect === undefined)
    throw new AppError(
      'invalid-params',
      'With --headless nobody could see the window: start steploom open first, whose page shows it in the live view.',
    );
}

/** Ctrl+C ends the recording; before it starts, Ctrl+C gives it up. */
async function recordUntilInterrupted(
  cli: Cli,
  url: string,
  options: RecordOptions,
  attachTo: BrowserEndpoint | undefined,
): Promise<void> {
  const calls = new AbortController();
  const giveUp = () => calls.abort();
  cli.signal.addEventListener('abort', giveUp, { once: true });
  if (cli.signal.aborted) giveUp();
  const projectId = await findProject(cli, options.project);
  await using client = await openToolClient({ ...cli, signal: calls.signal }, attachTo);
  const place = await placeFor(client, projectId, options);
  const headed = options.headless === true || attachTo !== undefined ? undefined : true;
  const { testId } = place;
  try {
    await client.call('startRecording', { projectId, testId, url, headed, environment: options.env });
  } catch (error) {
    if (place.isNew && !calls.signal.aborted) await client.call('deleteTest', { projectId, testCode: testId });
    throw error;
  }
  cli.signal.removeEventListener('abort', giveUp);
  cli.notify(`Recording into ${testId}: use the browser window. Ctrl+C ends the recording.`);
  const printed = await printRows(cli, () => client.call('getRecording', { projectId }));
  printEnd(cli, await client.call('stopRecording', { projectId }), printed);
}

async function placeFor(client: ToolClient, projectId: string, { into, name }: RecordOptions) {
  if (into !== undefined) return { testId: into, isNew: false };
  const { modules } = await client.call('getModules', { projectId, filter: MODULE });
  const known = modules.find(module => module.name === MODULE);
  const { moduleCode } = known ?? (await client.call('createModule', { projectId, name: MODULE })).module;
  const { test } = await client.call('createTest', { projectId, moduleCode, name: name ?? MODULE });
  return { testId: `${moduleCode}.${test.testCode}`, isNew: true };
}

type Recorded = Pick<ReplyOf<'getRecording'>, 'actions'>;

/** A row that typing has changed is printed again. */
async function printRows(cli: Cli, look: () => Promise<ReplyOf<'getRecording'>>): Promise<Map<string, string>> {
  const printed = new Map<string, string>();
  for (let last = ''; !cli.signal.aborted; ) {
    const { state, reason, actions } = await look();
    const newest = JSON.stringify(actions.at(-1));
    // A row is printed once its typing rests.
    printNew(cli, newest === last ? actions : actions.slice(0, -1), printed);
    last = newest;
    if (state === 'idle' || reason !== undefined) break;
    await delay(LOOK_EVERY_MS, undefined, { signal: cli.signal }).catch(() => {});
  }
  return printed;
}

function printNew(cli: Cli, actions: Recorded['actions'], printed: Map<string, string>): void {
  for (const action of actions) {
    const { actionIndex, actionId, ...fields } = action;
    const line = `${String(actionIndex + 1).padStart(3)}  ${rowTitle(actionId, fields)}`;
    if (printed.get(actionId) === line) continue;
    printed.set(actionId, line);
    cli.print(line);
  }
}

const rowTitle = (actionId: string, fields: object): string =>
  actionTitle(readAction(fields, { actionId: ActionId.parse(actionId), syntax: syntaxCheck }));

function printEnd(cli: Cli, reply: ReplyOf<'stopRecording'>, printed: Map<string, string>): void {
  const { actions, reason, omitted, suggestionTitle, versionId, moduleId, testId } = reply;
  printNew(cli, actions, printed);
  if (reason !== undefined) cli.notify(`The recording ended: ${reason}`);
  if (omitted !== undefined) cli.notify(omitted);
  if (suggestionTitle !== undefined) cli.notify(`A check to end it with: ${suggestionTitle}`);
  const count = `${actions.length} ${actions.length === 1 ? 'action is' : 'actions are'}`;
  cli.notify(
    `${count} in test ${moduleId}.${testId} of version ${versionId}. Run it: steploom run ${moduleId}.${testId}`,
  );
}
