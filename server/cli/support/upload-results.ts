import { counted } from '../../../model/names/counted.ts';
import { singleLine } from '../../runs/messages/plain-text.ts';
import type { ReplyOf } from '../../tools/index.ts';
import type { Cli } from './cli.ts';
import type { ToolClient } from './tool-client.ts';

export interface UploadOptions {
  dryRun?: boolean;
  executionKey?: string;
  planKey?: string;
  testEnv?: string[];
  fixVersion?: string;
  evidence?: 'all' | 'failures' | 'none';
}

type Uploaded = ReplyOf<'uploadResults'>;

/** Without `runId`, the last run that has ended counts. Errors: those of the tool. */
export async function uploadRun(
  client: ToolClient,
  run: { projectId: string; runId: string | undefined },
  { dryRun, executionKey, planKey, testEnv: environments, fixVersion: version, evidence }: UploadOptions,
): Promise<Uploaded> {
  return client.call('uploadResults', {
    ...run,
    dryRun,
    executionKey,
    planKey,
    environments,
    version,
    evidence,
  });
}

export function printUpload(
  cli: Pick<Cli, 'print' | 'notify'>,
  { tests, total, leftOut, warnings, note, ...reply }: Uploaded,
): void {
  if (note !== undefined) cli.notify(note);
  for (const scenario of leftOut) cli.notify(`left out, no issue key: ${singleLine(scenario)}`);
  for (const warning of warnings) cli.notify(singleLine(warning));
  const width = Math.max(0, ...tests.map(({ key }) => key.length));
  for (const { key, scenario, status } of tests)
    cli.print(`${WORDS[status].padEnd(15)} ${singleLine(key).padEnd(width)}  ${singleLine(scenario)}`);
  const place = placeWords(reply.execution);
  if (place !== '') cli.print(`Execution: ${singleLine(place)}`);
  const size = `${Math.max(1, Math.round(reply.sizeBytes / 1_000))} kB`;
  if (!reply.uploaded) cli.print(`${counted(total, 'result')} (${size}) would go to ${reply.to}; nothing was sent.`);
  else {
    const key = reply.upload?.key;
    cli.print(
      `${counted(total, 'result')} (${size}) went to ${reply.to}${key === undefined ? '' : `: ${singleLine(key)}`}.`,
    );
  }
}

const placeWords = ({ environments, planKey, version }: NonNullable<Uploaded['execution']> = { environments: [] }) =>
  [
    ...(environments.length === 0 ? [] : [`environment ${environments.join(', ')}`]),
    ...(planKey === undefined ? [] : [`plan ${planKey}`]),
    ...(version === undefined ? [] : [`version ${version}`]),
  ].join(' · ');

const WORDS = { passed: 'passed', failed: 'failed', notImplemented: 'not implemented' } as const;
