import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { ModuleCode, TestCode, VersionId } from '../../model/names/codes.ts';
import { FilePath } from '../../model/names/file-path.ts';
import { type FileUse, fileUsages, fileUses } from '../../model/project/references.ts';
import { toolsOf } from './define/define-tool.ts';
import { LIST_FIELDS, PAGE_FIELDS, pageOf } from './define/paging.ts';

const defineTool = toolsOf('project');

const Path = FilePath.describe('From files/ on, e.g. pictures/cat.png');

const FileView = z.strictObject({
  path: z.string().describe('As uploads and data name it'),
  sizeBytes: z.number().int(),
  modified: z.string().describe('ISO time'),
  uses: z
    .array(
      z.strictObject({
        versionId: VersionId.optional(),
        moduleCode: ModuleCode.optional(),
        testCode: TestCode.optional(),
        actionIndex: z.number().int().optional().describe('Missing where the data rows of the test come from it'),
        role: z.string().optional().describe('Whose sign-in state it is'),
      }),
    )
    .optional()
    .describe('With withUses: who names it'),
});

/** Uses listed per file: a file that many tests use would fill the reply. */
const MOST_USES = 20;

export const getFiles = defineTool({
  name: 'getFiles',
  scope: 'read',
  title: 'List files',
  summary:
    'List the files of the project: for uploads, test data and pictures to compare with (baselines/). GET /api/files?path=… gives one of them.',
  input: {
    under: Path.optional().describe('Only those in this folder, e.g. baselines'),
    withUses: z.boolean().optional().describe(`With the first ${MOST_USES} places that name each of them`),
    ...LIST_FIELDS,
  },
  output: z.strictObject({ files: z.array(FileView), ...PAGE_FIELDS }),
  examples: [{}, { under: 'baselines' }],
  async run({ under, withUses = false, ...input }, context) {
    const folder = under === undefined ? '' : `${under.normalize('NFC')}/`;
    const files = await context.project.userFiles.list();
    const uses = withUses ? fileUses(context.project.store.content) : undefined;
    const { items, ...page } = pageOf({
      all: files.filter(({ path }) => path.normalize('NFC').startsWith(folder)),
      input,
      words: ({ path }) => [path],
      view: file => (uses === undefined ? file : { ...file, uses: usesOf(uses, file.path) }),
    });
    return { files: items, ...page };
  },
});

const usesOf = (uses: ReturnType<typeof fileUses>, path: string): FileUse[] =>
  (uses.get(path.normalize('NFC')) ?? []).slice(0, MOST_USES);

const MOST_CHARACTERS = 1_000_000;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export const putFile = defineTool({
  name: 'putFile',
  takesFiles: true,
  scope: 'write',
  title: 'Put a file',
  summary:
    'Create or replace a file of the project, for uploads and test data. Give its text or its bytes in base64; POST /api/files?path=… takes up to 20 MB. undo does not take it back.',
  input: {
    path: Path,
    text: z
      .string()
      .max(MOST_CHARACTERS)
      .refine(text => !/\p{Cs}/u.test(text), 'text of whole characters')
      .optional()
      .describe('What it holds, as text'),
    base64: z.string().max(MOST_CHARACTERS).regex(BASE64, 'base64').optional().describe('Or its bytes in base64'),
  },
  output: z.strictObject({
    file: z.strictObject({ path: z.string(), sizeBytes: z.number().int() }),
    replaced: z.boolean().describe('Whether there was one already'),
  }),
  errors: ['name-taken', 'conflict', 'disk-full', 'read-only'],
  examples: [{ path: 'users.json', text: '[{ "user": "ann" }]' }],
  hints: { idempotent: true },
  async run({ path, text, base64 }, context) {
    if ((text === undefined) === (base64 === undefined))
      throw new AppError('invalid-params', `Give "text" or "base64", ${text === undefined ? 'one' : 'not both'}.`, {
        field: text === undefined ? 'text' : 'base64',
      });
    const bytes = text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text);
    const { path: written, replaced } = await context.project.userFiles.write(path, bytes);
    return { file: { path: written, sizeBytes: bytes.length }, replaced };
  },
});

const SHOWN = 5;

export const deleteFile = defineTool({
  name: 'deleteFile',
  scope: 'write',
  title: 'Delete a file',
  summary:
    'Delete a file of the project for good: undo does not bring it back. Refused while tests name it, unless force is true.',
  input: { path: Path, force: z.boolean().optional().describe('Delete anyway') },
  output: z.strictObject({ deleted: z.array(z.string()) }),
  errors: ['not-found', 'conflict', 'in-use', 'read-only'],
  examples: [{ path: 'users.json' }],
  hints: { destructive: true },
  async run({ path, force = false }, context) {
    const places = force ? [] : fileUsages(context.project.store.content, path);
    if (places.length > 0) {
      const more = places.length > SHOWN ? `, and ${places.length - SHOWN} more places` : '';
      const message = `"${path}" is in use: ${places.slice(0, SHOWN).join(', ')}${more}. "force": true deletes it anyway.`;
      throw new AppError('in-use', message, { field: 'force', facts: { places } });
    }
    return { deleted: [(await context.project.userFiles.remove(path)).path] };
  },
});
