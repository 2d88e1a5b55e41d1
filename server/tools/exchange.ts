import { z } from 'zod';
import { ACTION_KINDS, type Action, about, readBlocks } from '../../model/actions/index.ts';
import { readAction, UNSTORED_ACTION_ID } from '../../model/actions/read-action.ts';
import { AppError, isAppError } from '../../model/errors/errors.ts';
import { MOST_CHARACTERS, MOST_FILES, testsAmong } from '../../model/exchange/files-to-import.ts';
import { type ActionDraft, leftOut, type TestDraft, wrongText } from '../../model/exchange/test-drafts.ts';
import { type ActionId, type DataValues, ModuleCode, Name, TestCode } from '../../model/names/codes.ts';
import { addModule, findModule } from '../../model/project/edits/modules.ts';
import { addTest, findTest, nextActionId } from '../../model/project/edits/tests.ts';
import { actedTitle } from '../../model/project/shown-actor.ts';
import type { VersionContent, VersionDraft } from '../../model/project/version-content.ts';
import { MAX_STRING_LENGTH } from '../../model/values/json-value.ts';
import type { ExportedTest } from '../exchange/exported-test.ts';
import { EXPORTERS, IMPORTERS } from '../exchange/index.ts';
import { syntaxCheck } from '../process/syntax-check.ts';
import { readDataRows } from '../runs/plan/data-rows.ts';
import { toolsOf } from './define/define-tool.ts';
import { PAGE_FIELDS, takeFitting } from './define/paging.ts';
import { editVersion, versionOf } from './define/version.ts';
import { TARGET } from './tests/test-edits.ts';

const defineTool = toolsOf('tests');

const MOST_TESTS = 500;
const MOST_NOTES = 50;

const ImportFormat = z.enum(keysOf(IMPORTERS));
const ExportFormat = z.enum(keysOf(EXPORTERS));

function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): [Key, ...Key[]] {
  const [first, ...rest] = Object.keys(record).filter((key): key is Key => Object.hasOwn(record, key));
  if (first === undefined) throw new Error('There are no formats.');
  return [first, ...rest];
}

/** The action without its fallbacks; one that cannot be read becomes a no-op that says why. */
function read(draft: ActionDraft, notes: string[]): Action {
  const options = { actionId: UNSTORED_ACTION_ID, syntax: syntaxCheck };
  const { fallbacks: _fallbacks, ...plain } = draft;
  let reason = '';
  for (const given of [draft, plain])
    try {
      return readAction(given, options);
    } catch (error) {
      if (!isAppError(error)) throw error;
      reason = error.message;
    }
  notes.push(`“${draft.type}” was left out: ${reason}`);
  return readAction(leftOut(JSON.stringify(plain), reason.slice(0, 1_000)), options);
}

type CheckedDraft = Omit<TestDraft, 'actions'> & { actions: Action[] };

function checked({ actions: drafts, name, notes, ...others }: TestDraft): CheckedDraft {
  const allNotes = [...notes];
  const actions = drafts.map(draft => read(draft, allNotes));
  const { faults } = readBlocks(actions);
  // A block without an end is closed; an end or an else without a block is dropped.
  const isOpening = (action: Action | undefined) => action !== undefined && ACTION_KINDS[action.type].block === 'open';
  const wrong = new Set(faults.map(({ actionIndex }) => actionIndex).filter(index => !isOpening(actions[index])));
  const kept = actions.filter((_, index) => !wrong.has(index));
  const ends = readBlocks(kept).faults.map(() =>
    readAction({ type: 'end' }, { actionId: UNSTORED_ACTION_ID, syntax: syntaxCheck }),
  );
  if (faults.length > 0) allNotes.push('Blocks did not open and close in pairs; look at where they end.');
  return {
    ...others,
    name: Name.safeParse(name).data ?? 'Imported test',
    actions: [...kept, ...ends],
    notes: allNotes,
  };
}

const IMPORTED = 'Imported';

function moduleFor(draft: VersionDraft, named: ModuleCode | undefined): ModuleCode {
  if (named !== undefined) return findModule(draft, named).moduleCode;
  const existing = [...draft.modules.values()].find(
    ({ name, parentModule }) => name === IMPORTED && parentModule === undefined,
  );
  return existing?.moduleCode ?? addModule(draft, { name: IMPORTED });
}

const ImportedView = z.strictObject({
  moduleCode: ModuleCode,
  testCode: TestCode,
  name: z.string(),
  notes: z.array(z.string()).describe('What was left out or must be looked at'),
});

interface GivenFile {
  path: string;
  text: string;
}

function draftsOf(
  format: z.infer<typeof ImportFormat>,
  text: string | undefined,
  given: readonly GivenFile[] | undefined,
): TestDraft[] {
  if ((text === undefined) === (given === undefined))
    throw new AppError('invalid-params', 'Give either text or files.', {
      field: text === undefined ? 'text' : 'files',
    });
  return given === undefined ? IMPORTERS[format](text ?? '') : testsOfFiles(format, given);
}

const plainPath = (path: string): string => path.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');

function testsOfFiles(format: z.infer<typeof ImportFormat>, given: readonly GivenFile[]): TestDraft[] {
  const files = new Map(given.map(({ path, text }) => [plainPath(path), text]));
  if ([...files.values()].reduce((sum, text) => sum + text.length, 0) > MOST_CHARACTERS)
    throw wrongFiles(`The files come to more than ${MOST_CHARACTERS.toLocaleString('en')} characters.`);
  const faults: string[] = [];
  const drafts: TestDraft[] = [];
  for (const { path, text } of testsAmong([...files].map(([path, text]) => ({ path, text })))) {
    if (drafts.length > MOST_TESTS) break;
    try {
      drafts.push(...IMPORTERS[format](text, { path, files }));
    } catch (error) {
      if (!isAppError(error)) throw error;
      faults.push(`${path}: ${error.message}`);
    }
  }
  if (drafts.length === 0) throw wrongFiles(faults[0] ?? 'None of the files has tests.');
  const [first] = drafts;
  first?.notes.push(...faults.map(fault => `A file was left out. ${fault}`));
  return drafts;
}

const wrongFiles = (message: string): AppError => new AppError('invalid-params', message, { field: 'files' });

export const importTests = defineTool({
  name: 'importTests',
  takesFiles: true,
  scope: 'write',
  title: 'Import tests',
  summary:
    'Create tests from files of another tool: a recording of Chrome, a project of Selenium IDE, code of Playwright (JavaScript, Python, Java or C#), Cypress or Puppeteer (read, never run), or a test exported as json. What cannot be taken over becomes a disabled action with the reason.',
  input: {
    format: ImportFormat.describe('What the text is'),
    text: z.string().min(1).max(MAX_STRING_LENGTH).describe('Content of the file; this or files').optional(),
    files: z
      .array(
        z.strictObject({
          path: z.string().min(1).max(1_000).describe('Relative, e.g. tests/login.spec.ts; a mere name'),
          text: z.string().max(MAX_STRING_LENGTH),
        }),
      )
      .min(1)
      .max(MOST_FILES)
      .describe('Code that belongs together: each file with tests is imported, helpers and page objects are followed')
      .optional(),
    moduleCode: ModuleCode.optional().describe('Module to hold them, e.g. m1; default: the module “Imported”'),
  },
  output: z.strictObject({ tests: z.array(ImportedView), omitted: PAGE_FIELDS.omitted }),
  errors: ['not-found'],
  examples: [{ format: 'playwright-codegen', text: "test('Home', async ({ page }) => { await page.goto('/'); });" }],
  async run({ versionId, format, text, files, moduleCode: named }, context) {
    const drafts = draftsOf(format, text, files);
    if (drafts.length > MOST_TESTS)
      throw wrongText(`The file has ${drafts.length} tests; at most ${MOST_TESTS} are taken.`);
    const tests = drafts.map(checked);
    const { result } = await editVersion(context, {
      versionId,
      title: 'importTests',
      edit: draft => {
        const moduleCode = moduleFor(draft, named);
        const withIds = (actions: readonly Action[]) =>
          actions.map((action): Action => ({ ...action, actionId: idIn(draft) }));
        return tests.map(({ name, actions, notes, tags, browser, failOn, actors, skip }) => {
          const testCode = addTest(draft, moduleCode, {
            name,
            type: 'web',
            tags,
            browser,
            failOn,
            actors,
            skip,
            actions: withIds(actions),
          });
          return { moduleCode, testCode, name, notes: notes.slice(0, MOST_NOTES) };
        });
      },
      label: made => made.map(({ testCode }) => testCode).join(', '),
    });
    const shown = takeFitting(result);
    const left = result.length - shown.length;
    return {
      tests: shown,
      ...(left === 0 ? {} : { omitted: `${left} of ${result.length} left out: getTests lists what is there.` }),
    };
  },
});

const idIn = (draft: VersionDraft): ActionId => nextActionId(draft);

function environmentOf({ environments, project }: VersionContent) {
  const [first] = environments.environments;
  const named = environments.environments.find(({ name }) => name === project.defaultEnvironment);
  return (named ?? first)?.items.filter(({ kind }) => kind === 'variable') ?? [];
}

export const exportTest = defineTool({
  name: 'exportTest',
  scope: 'read',
  title: 'Export a test',
  summary:
    'Get a test in the format of another tool: code of Playwright Test or playwright-bdd with the tests that it plugs in, a recording for Chrome, or json. Secrets become process.env.',
  input: {
    moduleCode: TARGET.moduleCode,
    testCode: TARGET.testCode,
    format: ExportFormat.describe('What to make of it'),
  },
  output: z.strictObject({
    fileName: z.string().describe('e.g. t5.spec.ts'),
    text: z.string(),
    notes: z.array(z.string()).describe('What is missing, and what is to be done by hand'),
  }),
  errors: ['not-found'],
  examples: [{ testCode: 't1', format: 'playwright-test' }],
  async run({ versionId, moduleCode, testCode, format }, context) {
    const content = versionOf(context, versionId);
    const { module, test } = findTest(content, testCode, moduleCode);
    const rows: DataValues[] = (await readDataRows(context.project.folder, test)) ?? [];
    const exported: ExportedTest = {
      test,
      testOf: code => content.test(TestCode.parse(code.replace(/^m\d+\./, ''))),
      appUrl: content.project.appUrl ?? '',
      environment: environmentOf(content),
      data: { ...content.project.data, ...module.data },
      rows,
      steps: content.links.links.filter(link => link.testCode === test.testCode),
      titleOf: action => actedTitle(action.actor, about(action).title),
    };
    const { text, extension, notes } = EXPORTERS[format](exported);
    return { fileName: `${test.testCode}.${extension}`, text, notes };
  },
});
