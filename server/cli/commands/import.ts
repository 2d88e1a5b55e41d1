import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { Option } from 'commander';
import { AppError } from '../../../model/errors/errors.ts';
import { commonFormat, isOfSeveralFiles, isTestFile } from '../../../model/exchange/files-to-import.ts';
import { formatOfFile } from '../../../model/exchange/format-of-file.ts';
import { counted } from '../../../model/names/counted.ts';
import { IMPORTERS } from '../../exchange/index.ts';
import { singleLine, terminalJson } from '../../runs/messages/plain-text.ts';
import { systemCode } from '../../store/files/file-system.ts';
import type { ReplyOf } from '../../tools/index.ts';
import { type Cli, type CliCommand, EXIT } from '../support/cli.ts';
import { codeIn, type SourceFile } from '../support/code-folder.ts';
import { findProject } from '../support/find-project.ts';
import { openToolClient, type ToolClient } from '../support/tool-client.ts';

const FEATURE = 'feature';
const isTestFormat = (format: string): format is keyof typeof IMPORTERS => Object.hasOwn(IMPORTERS, format);

interface ImportOptions {
  format?: string;
  module?: string;
  project?: string;
  version?: string;
  json?: boolean;
}

export const importFiles: CliCommand = (program, cli) => {
  program
    .command('import')
    .description('import tests from files of other tools, and feature files')
    .argument('<files...>', 'files, folders of features or of code, or - for standard input')
    .addOption(
      new Option('--format <name>', 'what the files are (default: told from name and content)').choices([
        ...Object.keys(IMPORTERS),
        FEATURE,
      ]),
    )
    .option('--module <code>', 'module to hold the tests, e.g. m1 (default: the module "Imported")')
    .option('-p, --project <id>', 'project, if the workspace has several')
    .option('--version <id>', 'version of the project (default: its default version)')
    .option('--json', 'print what was imported as JSON')
    .addHelpText('after', '\nExit codes: 0 imported, 1 some could not be read, 2 wrong usage')
    .action(async (files: string[], options: ImportOptions) => {
      const projectId = await findProject(cli, options.project);
      const sources: FileToImport[] = [];
      for (const file of files) sources.push(...(await readSources(cli, file, options.format)));
      await using client = await openToolClient(cli);
      const { version } = options;
      const at = { projectId, versionId: version };
      const replies: unknown[] = [];
      for (const source of together(sources)) replies.push(await importOne(cli, client, { source, at, options }));
      if (options.json === true) cli.print(terminalJson(replies));
    });
};

type FileToImport =
  | { kind: 'folder'; name: string; path: string }
  | { kind: 'feature'; name: string; text: string }
  | { kind: 'tests'; name: string; text: string; format: keyof typeof IMPORTERS }
  | { kind: 'code'; files: SourceFile[]; format?: keyof typeof IMPORTERS | undefined };

/** Code files take helpers and page objects from each other. */
function together(sources: readonly FileToImport[]): FileToImport[] {
  const files = sources.flatMap(source => (source.kind === 'code' ? source.files : []));
  const [first] = sources.flatMap(source => (source.kind === 'code' ? [source.format] : []));
  const others = sources.filter(({ kind }) => kind !== 'code');
  return files.length === 0 ? others : [...others, { kind: 'code', files, format: first }];
}

/** Where no file says more, it is code of Playwright. */
function formatOfCode(files: readonly SourceFile[]): keyof typeof IMPORTERS {
  const format = commonFormat(files);
  return format !== undefined && isOfSeveralFiles(format) ? format : 'playwright-codegen';
}

/** A folder may hold features, code with tests, or both. */
async function readSources(cli: Cli, file: string, format: string | undefined): Promise<FileToImport[]> {
  const source = await readSource(cli, file, format);
  if (source.kind !== 'folder' || format === FEATURE) return [source];
  const { files, hasFeatures } = await codeIn(source.path, file);
  // Beside features, code without tests is that of their steps.
  if (files.length === 0 || (hasFeatures && !files.some(({ path }) => isTestFile(path)))) return [source];
  const chosen = format !== undefined && isTestFormat(format) ? format : undefined;
  const code: FileToImport = { kind: 'code', files, format: chosen };
  return hasFeatures ? [source, code] : [code];
}

/** All files are read before anything is imported. */
async function readSource(cli: Cli, file: string, format: string | undefined): Promise<FileToImport> {
  const path = resolve(cli.directory, file);
  const unreadable = (cause: unknown) =>
    new AppError('invalid-params', `${file} cannot be read (${systemCode(cause) ?? 'unknown'}).`, {
      field: 'files',
      cause,
    });
  if (file !== '-') {
    const found = await stat(path).catch(cause => Promise.reject(unreadable(cause)));
    if (found.isDirectory()) return { kind: 'folder', name: file, path };
  }
  const text =
    file === '-'
      ? await textOf(cli.input)
      : await readFile(path, 'utf8').catch(cause => Promise.reject(unreadable(cause)));
  const kind = format ?? formatOfFile(file, text);
  if (kind === FEATURE) return { kind: 'feature', name: file === '-' ? 'imported.feature' : basename(file), text };
  if (kind !== undefined && isTestFormat(kind)) return { kind: 'tests', name: file, text, format: kind };
  throw new AppError(
    'invalid-params',
    `What ${file === '-' ? 'standard input' : file} holds is not known. Say it with --format.`,
    {
      field: '--format',
      expected: [...Object.keys(IMPORTERS), FEATURE].join(', '),
    },
  );
}

interface OneImport {
  source: FileToImport;
  at: { projectId: string; versionId?: string };
  options: ImportOptions;
}

async function importOne(cli: Cli, client: ToolClient, { source, at, options }: OneImport): Promise<unknown> {
  if (source.kind === 'tests' || source.kind === 'code') {
    const given =
      source.kind === 'code'
        ? { files: source.files, format: source.format ?? formatOfCode(source.files) }
        : { text: source.text, format: source.format };
    const module = options.module === undefined ? {} : { moduleCode: options.module };
    const reply = await client.call('importTests', { ...at, ...module, ...given });
    if (options.json !== true) printTests(cli, reply);
    return reply;
  }
  const from =
    source.kind === 'folder'
      ? { source: 'folder' as const, path: source.path }
      : { source: 'text' as const, fileName: source.name, text: source.text };
  const reply = await client.call('importFeatures', { ...at, ...from });
  if (reply.failed.length > 0) cli.exitWith(EXIT.failed);
  printFeatures(cli, reply, options);
  return reply;
}

function printTests(cli: Cli, { tests, omitted }: ReplyOf<'importTests'>): void {
  for (const { testCode, moduleCode, name, notes } of tests) {
    cli.print(`${moduleCode}.${testCode}  ${singleLine(name)}`);
    for (const note of notes) cli.notify(`${testCode}: ${singleLine(note)}`);
  }
  if (omitted !== undefined) cli.notify(omitted);
}

function printFeatures(
  cli: Cli,
  { added, changed, same, failed, total }: ReplyOf<'importFeatures'>,
  { json }: ImportOptions,
): void {
  for (const { file, line, message } of failed)
    cli.notify(
      `cannot be read: ${singleLine(file)}${line === undefined ? '' : `, line ${line}`}: ${singleLine(message)}`,
    );
  if (json === true) return;
  for (const { name } of added) cli.print(`added    ${singleLine(name)}`);
  for (const { name } of changed) cli.print(`changed  ${singleLine(name)}`);
  const left = total - added.length - changed.length;
  if (same.length > 0 || left > 0) cli.notify(`${counted(Math.max(same.length, left), 'feature')} as before.`);
}
