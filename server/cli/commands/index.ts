/** All commands of the command line, in the order in which help lists them. Each is loaded when it is called. */
import type { CliCommand } from '../support/cli.ts';

type LoadCommand = () => Promise<CliCommand>;

const COMMANDS = new Map<string, LoadCommand>([
  ['open', async () => (await import('./open.ts')).open],
  ['init', async () => (await import('./init.ts')).init],
  ['token', async () => (await import('./token.ts')).token],
  ['password', async () => (await import('./password.ts')).password],
  ['do', async () => (await import('./do.ts')).doVerbs],
  ['call', async () => (await import('./call.ts')).call],
  ['list', async () => (await import('./list.ts')).list],
  ['run', async () => (await import('./run.ts')).run],
  ['worker', async () => (await import('./worker.ts')).worker],
  ['ci', async () => (await import('./ci.ts')).ci],
  ['extension', async () => (await import('./extension.ts')).extension],
  ['record', async () => (await import('./record.ts')).record],
  ['report', async () => (await import('./report.ts')).report],
  ['merge-reports', async () => (await import('./merge-reports.ts')).mergeReports],
  ['trace', async () => (await import('./trace.ts')).trace],
  ['import', async () => (await import('./import.ts')).importFiles],
  ['export', async () => (await import('./export.ts')).exportFiles],
  ['sync', async () => (await import('./sync.ts')).sync],
  ['push', async () => (await import('./push.ts')).push],
  ['upload', async () => (await import('./upload.ts')).upload],
  ['mcp', async () => (await import('./mcp.ts')).mcp],
  ['agents', async () => (await import('./agents.ts')).agents],
  ['verify', async () => (await import('./verify.ts')).verify],
  ['restore', async () => (await import('./restore.ts')).restore],
  ['doctor', async () => (await import('./doctor.ts')).doctor],
  ['sample-tm', async () => (await import('./sample-tm.ts')).sampleTm],
]);

/** Help and advice need all commands, a call only its own. */
export const commandsFor = (name: string | undefined): Promise<CliCommand[]> => {
  const named = name === undefined ? undefined : COMMANDS.get(name);
  return Promise.all((named === undefined ? [...COMMANDS.values()] : [named]).map(load => load()));
};
