import { join, resolve } from 'node:path';
import { Option } from 'commander';
import { AppError } from '../../../model/errors/errors.ts';
import { type Service, type ServiceOptions, startService } from '../../main.ts';
import { untilAborted } from '../../process/until-aborted.ts';
import { copySampleProject } from '../../sample/copy-sample-project.ts';
import { isOpenToNetwork, type Reach } from '../../service/reach.ts';
import type { ServerFile } from '../../service/server-file.ts';
import { findOrStart } from '../../start-in-turn.ts';
import { describeDamage } from '../../store/edits/damaged-file.ts';
import { nodeFileSystem } from '../../store/files/file-system.ts';
import { createProjectFolder, UNSAVED_PROJECT } from '../../workspace/create-project.ts';
import { projectIdsIn } from '../../workspace/project-ids.ts';
import {
  type Cli,
  type CliCommand,
  CONNECT_HELP,
  collect,
  DEFAULT_PORT,
  readConnect,
  secretOverrides,
} from '../support/cli.ts';
import { newLink } from '../support/new-link.ts';
import { readPort } from '../support/read-port.ts';
import { serviceAccess } from '../support/service-access.ts';

const CLOSE_LIMIT_MS = 5_000;

/** It is shown once, at the first start of a workspace. */
const LEND_A_TAB =
  'To record and test in a tab of your own Chrome, load the extension: steploom extension path prints its folder.';

interface OpenOptions {
  port?: string;
  host?: string;
  allowHost?: string[];
  tlsCert?: string;
  tlsKey?: string;
  insecureHttp?: boolean;
  json?: boolean;
  headless?: boolean;
  connect?: string;
  idleMinutes?: string;
  unsaved?: boolean;
  /** False for `--no-open`. */
  open?: boolean;
}

export const open: CliCommand = (program, cli) => {
  program
    .command('open')
    .description('start Steploom on the workspace (default command)')
    .option(
      '--port <number>',
      `port to listen on; 0 takes any free one (default: ${DEFAULT_PORT}, or the next free one)`,
    )
    .option('--host <address>', 'address to listen on, for other machines: with a project password, and TLS')
    .option('--tls-cert <file>', 'certificate for HTTPS, as PEM')
    .option('--tls-key <file>', 'its key, as PEM')
    .option('--insecure-http', 'with --host: without TLS, on a network that is safe')
    .option('--allow-host <name>', 'further name under which the service is reached', collect)
    .option('--headless', 'show the IDE in a hidden window, for programs')
    .option('--no-open', 'open no IDE window')
    .option('--connect <url>', CONNECT_HELP)
    .option('--idle-minutes <number>', 'end when nobody has used it for so long (default: never)')
    .addOption(new Option('--unsaved', 'with a project that nobody has saved yet').hideHelp())
    .option('--json', 'print the addresses as JSON once ready')
    .action(async (options: OpenOptions) => {
      const port = readPort(options.port, DEFAULT_PORT);
      const reach = reachOf(cli, options);
      const attachTo = readConnect(options.connect);
      const idleMs = readIdle(options.idleMinutes);
      const workspaceFolder = await cli.workspaceFolder();
      const isNew = (await projectIdsIn(nodeFileSystem, workspaceFolder)).length === 0;
      const found = await findOrStart({
        workspaceFolder,
        signal: cli.signal,
        start: () =>
          start(cli, { ...reach, workspaceFolder, port, attachTo, allowedHosts: options.allowHost }, options),
      });
      if (found.kind === 'running') {
        const { url, pid } = found.server;
        const projects = await projectIdsIn(nodeFileSystem, workspaceFolder);
        warnOfUnused(cli, options, found.server);
        return announce(cli, options, { url, pid, projects, link: await newLink(found.server, cli.signal) });
      }
      if (isOpenToNetwork(reach)) cli.notify(warningOf(reach));
      await serve(cli, { ...options, isNew, idleMs }, found.service, port);
    });
};

async function start(cli: Cli, options: ServiceOptions, { unsaved }: OpenOptions): Promise<Service> {
  const { workspaceFolder } = options;
  if ((await projectIdsIn(nodeFileSystem, workspaceFolder)).length === 0)
    await (unsaved ? createUnsaved(workspaceFolder) : copySampleProject(workspaceFolder));
  const { environment } = cli;
  return startService({
    ...options,
    refuseAllLocked: true,
    secretOverrides: secretOverrides(environment),
    testManagement: serviceAccess(environment),
  });
}

const createUnsaved = (workspaceFolder: string): Promise<void> =>
  createProjectFolder({
    fs: nodeFileSystem,
    folder: join(workspaceFolder, UNSAVED_PROJECT),
    projectId: UNSAVED_PROJECT,
    name: 'Unsaved',
  });

const IN_MINUTE_MS = 60_000;
const LOOK_EVERY_MS = 5_000;

function readIdle(minutes: string | undefined): number {
  if (minutes === undefined) return Number.POSITIVE_INFINITY;
  const given = Number(minutes);
  if (given > 0 && Number.isFinite(given)) return given * IN_MINUTE_MS;
  throw new AppError('invalid-params', `--idle-minutes takes a number above 0, not "${minutes}".`);
}

function whenIdle(service: Service, idleMs: number): AbortSignal {
  const end = new AbortController();
  const timer = setInterval(
    () => {
      if (service.idleMs() < idleMs) return;
      clearInterval(timer);
      end.abort();
    },
    Math.min(LOOK_EVERY_MS, idleMs),
  ).unref();
  return end.signal;
}

/** A server that runs already keeps the address it was started with. */
function warnOfUnused(cli: Cli, options: OpenOptions, { url, pid }: ServerFile): void {
  const { port, host, allowHost = [], tlsCert, tlsKey, insecureHttp, connect } = options;
  const unused = [
    ...(port === undefined || port === new URL(url).port ? [] : [`--port ${port}`]),
    ...(host === undefined ? [] : [`--host ${host}`]),
    ...allowHost.map(name => `--allow-host ${name}`),
    ...(tlsCert === undefined ? [] : [`--tls-cert ${tlsCert}`]),
    ...(tlsKey === undefined ? [] : [`--tls-key ${tlsKey}`]),
    ...(insecureHttp ? ['--insecure-http'] : []),
    ...(connect === undefined ? [] : ['--connect']),
  ];
  if (unused.length === 0) return;
  const said = `${unused.join(', ')} ${unused.length === 1 ? 'was' : 'were'} not used`;
  cli.notify(`Steploom runs on this workspace already (process ${pid}): ${said}. Stop it first to restart it.`);
}

function reachOf({ directory }: Cli, { host, tlsCert, tlsKey, insecureHttp }: OpenOptions): Reach {
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    throw new AppError('invalid-params', 'HTTPS needs both --tls-cert FILE and --tls-key FILE.');
  const tlsFiles =
    tlsCert === undefined || tlsKey === undefined
      ? undefined
      : { certFile: resolve(directory, tlsCert), keyFile: resolve(directory, tlsKey) };
  return { host, tlsFiles, insecureHttp };
}

const warningOf = ({ host, tlsFiles }: Reach): string =>
  tlsFiles === undefined
    ? `Steploom is open to other machines at ${host}, UNENCRYPTED: anyone on the network can read tokens and passwords.`
    : `Steploom is open to other machines at ${host}, over HTTPS.`;

function printWarnings(cli: Cli, service: Service): void {
  for (const warning of service.warnings) cli.notify(warning);
  for (const { projectId, error } of service.workspace.closed())
    cli.notify(`Project "${projectId}" was not opened: ${error.message}`);
  for (const { projectId, store, warnings } of service.workspace.projects()) {
    for (const warning of warnings) cli.notify(`Project "${projectId}": ${warning}`);
    for (const damage of store.damaged) cli.notify(`Project "${projectId}": ${describeDamage(damage)}`);
    for (const collisions of store.collisions.values())
      for (const { message } of collisions) cli.notify(`Project "${projectId}": ${message}`);
  }
}

async function serve(
  cli: Cli,
  options: OpenOptions & { isNew: boolean; idleMs: number },
  service: Service,
  port: number,
): Promise<void> {
  printWarnings(cli, service);
  try {
    const { port: taken } = new URL(service.url);
    if (port !== 0 && String(port) !== taken) cli.notify(`Port ${port} is taken; using ${taken}.`);
    announce(cli, options, {
      link: service.page.linkTo(undefined)?.url,
      url: service.url,
      pid: process.pid,
      projects: service.workspace.projects().map(project => project.projectId),
    });
    if (options.isNew && !options.json) cli.notify(LEND_A_TAB);
    if (options.open !== false) openWindow(cli, service, options.headless ? false : undefined);
    await untilAborted(AbortSignal.any([cli.signal, whenIdle(service, options.idleMs)]));
  } finally {
    await close(service);
  }
}

function announce(
  cli: Cli,
  { json }: OpenOptions,
  ready: { url: string; pid: number; projects: readonly string[]; link: string | undefined },
): void {
  const apiUrl = `${ready.url}/api/mcp`;
  const { url, pid, projects, link } = ready;
  if (json) cli.print(JSON.stringify({ url, apiUrl, pid, projects, signInUrl: link }));
  else cli.print(`Steploom is ready: ${link ?? `${url}/`}`);
}

/** The window opens in the background: the service is of use without it. */
function openWindow(cli: Cli, service: Service, headed: boolean | undefined): void {
  service.openIde({ headed }).catch((error: unknown) => {
    if (cli.signal.aborted) return;
    const reason = error instanceof Error ? error.message : String(error);
    cli.notify(`The IDE window was not opened: ${reason} The link above opens it in any browser.`);
  });
}

/** A browser that hangs must not keep the process from its end. */
async function close(service: Service): Promise<void> {
  const limit = setTimeout(() => process.exit(0), CLOSE_LIMIT_MS);
  await service.dispose();
  clearTimeout(limit);
}
