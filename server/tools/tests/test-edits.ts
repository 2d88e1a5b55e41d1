import { z } from 'zod';
import type { FieldFault, FieldText } from '../../../model/actions/field-fault.ts';
import {
  ACTION_FIELDS,
  ACTION_KINDS,
  ACTION_TYPES,
  type Action,
  about,
  type BlockFault,
  readBlocks,
} from '../../../model/actions/index.ts';
import {
  ActionInput,
  mayFallBack,
  readAction,
  refusedField,
  UNSTORED_ACTION_ID,
} from '../../../model/actions/read-action.ts';
import { AppError, isAppError, refuseAll, renameField } from '../../../model/errors/errors.ts';
import type { KnownElement } from '../../../model/locator/element-look.ts';
import { parseLocator } from '../../../model/locator/parse-locator.ts';
import { ActionId, type DataValues, ModuleCode, TestReference } from '../../../model/names/codes.ts';
import { browserFault } from '../../../model/project/browser-faults.ts';
import { draftTest, findAction, findTestToEdit, nextActionId } from '../../../model/project/edits/tests.ts';
import { dataFaults, suiteFaults, type TestProblem, testFaults } from '../../../model/project/problems.ts';
import type { Test, TestType } from '../../../model/project/test.ts';
import type { TestBrowser } from '../../../model/project/test-browser.ts';
import type { VersionContent, VersionDraft } from '../../../model/project/version-content.ts';
import type { AppWindow } from '../../../model/protocol/app-window.ts';
import { literalText } from '../../../model/values/template.ts';
import { syntaxCheck } from '../../process/syntax-check.ts';
import { findProjectFile } from '../../runs/plan/find-project-file.ts';
import type { EditParts, ToolContext } from '../define/define-tool.ts';
import { PAGE_FIELDS, takeFitting } from '../define/paging.ts';
import { checkRevision, testRecord } from '../define/revision.ts';
import { editVersion } from '../define/version.ts';
import { limitsOf, windowRedactor } from '../window/app-window.ts';
import { ActionView, actionView, Problems, problemsReply, type TestPlace } from './test-views.ts';

type FindFile = (file: string) => Promise<{ path: string } | { fault: string }>;

interface FileFault {
  actionIndex: number;
  field: string;
  /** The second half of a sentence. */
  fault: string;
}

/** Missing project files, the first one of each action; computed paths are not checked. */
export async function checkFiles(actions: readonly { action?: Action }[], find: FindFile): Promise<FileFault[]> {
  const faults = actions.map(async ({ action }, actionIndex) => {
    if (action === undefined || action.disabled) return [];
    for (const { field, text } of filesOf(action)) {
      const literal = literalText(text);
      const found = literal === undefined ? undefined : await find(literal);
      if (found !== undefined && 'fault' in found) return [{ actionIndex, field, fault: found.fault }];
    }
    return [];
  });
  return (await Promise.all(faults)).flat();
}

const filesOf = (action: Action): FieldText[] =>
  Object.entries(action).flatMap(([field, files]: [string, unknown]) =>
    ACTION_FIELDS.get(field)?.namesFiles && Array.isArray(files)
      ? files.map((file, index) => ({ field: `${field}[${index}]`, text: String(file) }))
      : [],
  );

/** Errors: `invalid-params`. */
export const refuseTestFaults = (fields: Parameters<typeof testFaults>[0]): void =>
  refuseFirst(testFaults(fields, syntaxCheck));

/** Errors: `invalid-params`. */
export const refuseDataFaults = (data: DataValues | null | undefined): void =>
  refuseFirst(dataFaults(data ?? {}, 'data', syntaxCheck));

/** Errors: `invalid-params` for a device, language or zone that there is not. `root`: the place of the browser. */
export const refuseBrowserFault = (browser: TestBrowser | null | undefined, root: string): void =>
  refuseFirst([browserFault(browser ?? {}, root)]);

function refuseFirst([fault]: readonly (FieldFault | undefined)[]): void {
  if (fault !== undefined) throw refusedField(fault);
}

/** Adds the missing project files that a test uploads. */
export async function withFileProblems<Reply extends { problems?: TestProblem[] }>(
  { project }: ToolContext<'folder'>,
  test: Test | undefined,
  reply: Reply,
): Promise<Reply> {
  if (test === undefined) return reply;
  const checked = test.actions.map(action => ({ type: action.type, action }));
  const faults = await checkFiles(checked, file => findProjectFile(project.folder, file));
  const problems = faults.map(({ actionIndex, field, fault }) => ({
    testCode: test.testCode,
    actionIndex,
    message: `has a wrong "${field}": ${fault}`,
  }));
  return problems.length === 0 ? reply : { ...reply, problems: [...(reply.problems ?? []), ...problems] };
}

const MOST_LOOK_MS = 2_000;

const isRunning = ({ bridge, project }: ToolContext): boolean =>
  ['starting', 'running'].includes(bridge.status(project.projectId).state);

/**
 * Remembers the elements that new actions, and actions with a new locator, find on the live page, so that a fallback is
 * judged even before the action has ever passed. What a run has seen is kept. The edit does not wait for the page.
 */
export function learnElements(context: ToolContext<'runs' | 'redactTyped'>, actions: readonly Action[]): void {
  if (!actions.some(mayFallBack)) return;
  const { bridge, project } = context;
  const window = bridge.app(project.projectId);
  const url = window.url();
  if (url === undefined || isRunning(context)) return;
  project.runs.elements.learn(async known => {
    const wanted = untilLeft(actions, url)
      .filter(mayFallBack)
      .filter(({ actionId, locator }) => !locator.includes('{{') && known(actionId, locator) === undefined);
    const seen = await seeAll(context, window, wanted);
    // Elements of the next page may be others.
    return window.url() === url ? seen : [];
  }, windowRedactor(context));
}

function untilLeft(actions: readonly Action[], url: string): readonly Action[] {
  const isHere = (to: string) => URL.canParse(to, url) && new URL(to, url).href === new URL(url).href;
  const leaves = (action: Action) => {
    const { goesTo } = about(action);
    return goesTo === undefined ? ACTION_KINDS[action.type].leavesPage === 'yes' : !isHere(goesTo);
  };
  const end = actions.findIndex(leaves);
  return end < 0 ? actions : actions.slice(0, end);
}

async function seeAll(
  context: ToolContext,
  window: AppWindow,
  wanted: readonly { actionId: Action['actionId']; locator: string }[],
): Promise<KnownElement[]> {
  const endsAt = performance.now() + MOST_LOOK_MS;
  const seen: KnownElement[] = [];
  for (const { actionId, locator } of wanted) {
    const timeoutMs = endsAt - performance.now();
    if (timeoutMs <= 0) break;
    // If the locator cannot be read or the page does not answer, the first run will remember the element.
    const sight = await window.see(parseLocator(locator), limitsOf(context, timeoutMs)).catch(() => undefined);
    if (sight !== undefined) seen.push({ actionId, locator, look: sight });
  }
  return seen;
}

/** Never fails: the edit is done already, and a later run remembers the element, too. */
export async function rememberElements(context: ToolContext<'runs' | 'redactTyped'>, seen: readonly KnownElement[]) {
  await context.project.runs.elements.remember(seen, windowRedactor(context)).catch(() => {});
}

interface TestEdit<Result, Reply> {
  input: z.output<z.ZodObject<typeof TARGET & typeof IF_REVISION>> & { versionId?: string | undefined };
  title: string;
  edit(test: Test, draft: VersionDraft): Result;
  /** Maps a field of the test to the caller's name for it, e.g. `actions[3].test`; default: the same. */
  fieldOf?(field: string): string;
  reply(content: VersionContent, test: Test, result: Result): Reply;
}

export async function editOneTest<Result, Reply extends { problems?: TestProblem[] }>(
  context: ToolContext<EditParts>,
  request: TestEdit<Result, Reply>,
): Promise<Reply> {
  const { input, title, edit, reply, fieldOf = field => field } = request;
  let before: readonly Action[] = [];
  const { result, content } = await editVersion(context, {
    versionId: input.versionId,
    title,
    edit: draft => {
      const { module, test } = findTestToEdit(draft, input.testCode, input.moduleCode);
      const place = { moduleCode: module.moduleCode, testCode: test.testCode };
      before = test.actions;
      checkRevision(context, testRecord(draft, test), input.ifRevision);
      return { place, value: edit(draftTest(draft, place.moduleCode, place.testCode), draft) };
    },
    label: ({ place }) => place.testCode,
  }).catch((error: unknown) => {
    throw renameField(error, fieldOf);
  });
  const test = publishedTest(content, result.place);
  learnElements(context, newlyReferenced(before, test.actions));
  return await withFileProblems(context, test, reply(content, test, result.value));
}

/** New actions, and actions whose locator or fallbacks have changed. */
function newlyReferenced(before: readonly Action[], now: readonly Action[]): Action[] {
  const keyOf = ({ actionId, fallbacks, ...action }: Action) =>
    JSON.stringify([actionId, 'locator' in action && action.locator, fallbacks]);
  const known = new Set(before.map(keyOf));
  return now.filter(action => !known.has(keyOf(action)));
}

function publishedTest(content: VersionContent, { moduleCode, testCode }: TestPlace): Test {
  const test = content.modules.get(moduleCode)?.tests.find(candidate => candidate.testCode === testCode);
  if (test === undefined) throw new AppError('conflict', `Test ${testCode} was deleted meanwhile.`);
  return test;
}

/** For an edit of one action, whose caller does not name its position. */
export const ofOneAction = (field: string): string => field.replace(/^actions\[\d+\]\./, '');

/** For an edit of a list of actions that was inserted at `first`. */
export const ofActionsFrom = (first: number, field: string): string =>
  field.replace(/^actions\[(\d+)\]/, (_, index) => `actions[${Number(index) - first}]`);

export const ActionReply = z.strictObject({ action: ActionView, problems: Problems });

/** `at`: where the action was inserted; other edits may have moved it since. */
export function actionReply(content: VersionContent, test: Test, { actionId, at }: { actionId: ActionId; at: number }) {
  const index = test.actions[at]?.actionId === actionId ? at : findAction(test, { actionId });
  return { action: actionView(test, index), ...problemsReply(content, test) };
}

export const ActionsReply = z.strictObject({
  actions: z.array(ActionView),
  problems: Problems,
  omitted: PAGE_FIELDS.omitted,
});

export const DeletedActions = z.strictObject({ deleted: z.array(z.string()), problems: Problems });

export const deletedReply = (content: VersionContent, test: Test, deleted: readonly ActionId[]) => ({
  deleted: deleted.map(String),
  ...problemsReply(content, test),
});

export function actionsReply(content: VersionContent, test: Test, ids: readonly ActionId[]) {
  const wanted = new Set(ids);
  const all = test.actions.flatMap(({ actionId }, index) => (wanted.has(actionId) ? [actionView(test, index)] : []));
  const shown = takeFitting(all);
  const left = all.length - shown.length;
  return {
    actions: shown,
    ...problemsReply(content, test),
    ...(left === 0 ? {} : { omitted: `${left} of ${all.length} actions left out: getActions lists them.` }),
  };
}

export const TARGET = {
  moduleCode: ModuleCode.optional().describe('e.g. m1'),
  testCode: TestReference.describe('e.g. t57 or m1.t57'),
};
export const Position = z.number().int().min(0);
export const PLACE = {
  actionIndex: Position.optional().describe('Its position, from 0'),
  actionId: ActionId.optional().describe('Its id instead'),
};
export const IF_REVISION = {
  ifRevision: z.string().max(64).optional().describe('Refuse when the test has another revision by now'),
};

/** A whole action; a given id and position are ignored. `readAction` refuses unknown kinds and fields, all at once. */
export const WholeAction = ActionInput.extend({
  type: z.string().meta({ enum: ACTION_TYPES }),
  actionId: ActionId.optional(),
  actionIndex: z.number().int().optional(),
}).loose();

export const ActionInputs = z
  .array(WholeAction)
  .max(1_000)
  .describe('In order: [{type, …}] with the fields of createAction');
export type ActionInputs = z.infer<typeof ActionInputs>;

/** The actions have no id of their own yet. Errors: `invalid-params` that lists all faults. */
export function readActions(inputs: ActionInputs): Action[] {
  const errors: AppError[] = [];
  const actions = inputs.flatMap(({ actionId: _id, actionIndex: _index, ...fields }, index) => {
    try {
      return [readAction(fields, { actionId: UNSTORED_ACTION_ID, syntax: syntaxCheck, root: `actions[${index}]` })];
    } catch (error) {
      if (!isAppError(error, 'invalid-params')) throw error;
      errors.push(error);
      return [];
    }
  });
  refuseAll(errors);
  return actions;
}

export const withIds = (actions: readonly Action[], draft: VersionDraft): Action[] =>
  actions.map(action => ({ ...action, actionId: nextActionId(draft) }));

/** Also checks that blocks open and close. Errors: `invalid-params`. */
export function readWholeTest(inputs: ActionInputs, type: TestType): Action[] {
  const actions = readActions(inputs);
  const faults: BlockFault[] = [...readBlocks(actions).faults, ...(type === 'suite' ? suiteFaults(actions) : [])];
  refuseFaults('invalid-params', faults);
  return actions;
}

/** Errors: `invalid-project`, with the index in the field. */
export const refuseInSuite = (inputs: ActionInputs): void => refuseFaults('invalid-project', suiteFaults(inputs));

function refuseFaults(kind: 'invalid-params' | 'invalid-project', faults: readonly BlockFault[]): void {
  refuseAll(
    faults.map(({ actionIndex, message }) => {
      const field = `actions[${actionIndex}]`;
      return new AppError(kind, `"${field}": ${message}.`, { field, facts: { faults } });
    }),
  );
}
