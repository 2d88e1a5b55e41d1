import { AppError } from '../../../model/errors/errors.ts';
import type { OpenServer } from '../../process/open-server.ts';
import { untilAborted } from '../../process/until-aborted.ts';
import { SAMPLE_CLIENT, SAMPLE_TOKEN } from '../../sample-tm/tm-accounts.ts';
import type { Cli, CliCommand } from '../support/cli.ts';
import { readPort } from '../support/read-port.ts';

const DEFAULT_TM_PORT = 4_640;

interface SampleTmCommandOptions {
  port?: string;
  host?: string;
  json?: boolean;
}

export const sampleTm: CliCommand = (program, cli) => {
  program
    .command('sample-tm')
    .description('start a sample test-management service to try things with, until Ctrl+C')
    .option('--port <number>', `port to listen on; 0 takes any free one (default: ${DEFAULT_TM_PORT})`)
    .option('--host <address>', 'address to listen on (default: 127.0.0.1); its passwords are public')
    .option('--json', 'print the addresses as JSON once ready')
    .action(async (options: SampleTmCommandOptions) => {
      await using service = await start(options);
      announce(cli, options, service);
      await untilAborted(cli.signal);
    });
};

async function start({ port, host }: SampleTmCommandOptions): Promise<OpenServer> {
  const wanted = readPort(port, DEFAULT_TM_PORT);
  const { startSampleTm } = await import('../../sample-tm/sample-tm.ts');
  try {
    return await startSampleTm({ port: wanted, host });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    const place = `${host ?? '127.0.0.1'}:${wanted}`;
    throw new AppError(
      'busy',
      `The service cannot listen at ${place} (${String(error.code)}). Name another with --port or --host.`,
    );
  }
}

function announce(cli: Cli, { json }: SampleTmCommandOptions, { url }: OpenServer): void {
  const fileListUrl = `${url}/api/v2/export/cucumber?filter=10001&fz=true`;
  const serverUrl = `${url}/rest/raven/2.0/export/test?filter=10001&fz=true`;
  if (json) {
    const ready = { url, pid: process.pid, fileListUrl, ...SAMPLE_CLIENT, serverUrl, token: SAMPLE_TOKEN };
    cli.print(JSON.stringify(ready));
    return;
  }
  cli.print(`Sample test management is ready: ${url}`);
  cli.notify(`Type xray-cloud:  file list URL ${fileListUrl}`);
  cli.notify(`                  client ID ${SAMPLE_CLIENT.clientId}, client secret ${SAMPLE_CLIENT.clientSecret}`);
  cli.notify(`Type xray-server: file list URL ${serverUrl}`);
  cli.notify(`                  token ${SAMPLE_TOKEN}`);
  cli.notify('Filters: 10001 all tests, 10002 those labelled smoke, 10003 none.');
  cli.notify(`Uploaded results: ${url}/executions`);
}
