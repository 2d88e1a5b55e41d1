import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express from 'express';
import { AppError } from '../../../model/errors/errors.ts';
import { untilAborted } from '../../process/until-aborted.ts';
import { createTraceViewer } from '../../rpc/http/trace-viewer.ts';
import { RunArchive } from '../../runs/record/run-archive.ts';
import { STATE_FOLDER } from '../../store/edits/stored.ts';
import { type Cli, type CliCommand, EXIT } from '../support/cli.ts';
import { findProject } from '../support/find-project.ts';
import { readRunId } from '../support/read-run-id.ts';

const TRACE = 'trace.zip';

export const trace: CliCommand = (program, cli) => {
  program
    .command('trace')
    .description('show the pages before and after every action of a run, until Ctrl+C')
    .argument('[run]', 'its ID, e.g. r12 (default: the last one that kept its pages)')
    .option('-p, --project <id>', 'project, if the workspace has several')
    .option('--path', 'only print where the file is')
    .addHelpText('after', '\nExit codes: 0 shown, 2 wrong usage, 3 no run that kept its pages')
    .action(async (named: string | undefined, options: { project?: string; path?: boolean }) => {
      const folder = join(await cli.workspaceFolder(), await findProject(cli, options.project), STATE_FOLDER, 'runs');
      const file = await traceFile(new RunArchive(folder), named);
      if (file === undefined) {
        cli.notify(
          'No run has kept its pages yet; steploom run keeps them, unless the settings of the project say otherwise.',
        );
        return cli.exitWith(EXIT.nothingMatched);
      }
      if (options.path === true) cli.print(file);
      else await show(cli, file);
    });
};

async function traceFile(runs: RunArchive, named: string | undefined): Promise<string | undefined> {
  if (named === undefined) {
    for (const runId of await runs.list()) if (await isThere(runs.path(runId, TRACE))) return runs.path(runId, TRACE);
    return undefined;
  }
  const runId = readRunId(named);
  await runs.read(runId);
  if (await isThere(runs.path(runId, TRACE))) return runs.path(runId, TRACE);
  throw new AppError('not-found', `Run ${named} has not kept its pages.`, { field: 'run', next: 'getRuns' });
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** A trace shows what the application shows, so nobody may guess its address. */
async function show(cli: Cli, file: string): Promise<void> {
  const place = `/${randomBytes(16).toString('hex')}`;
  const app = express().disable('x-powered-by');
  app.get(`${place}/${TRACE}`, (_request, response) => response.sendFile(file, { dotfiles: 'allow' }));
  app.use(place, createTraceViewer());
  const server = createServer(app).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const { port } = addressOf(server.address());
    const base = `http://127.0.0.1:${port}${place}/`;
    cli.print(`${base}index.html?trace=${encodeURIComponent(`${base}${TRACE}`)}`);
    cli.notify('Open the address in a browser. Ctrl+C ends it.');
    await untilAborted(cli.signal);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('The viewer has no port.');
  return address;
}
