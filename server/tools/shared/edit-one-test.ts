import type { Action } from '../../../model/actions/index.ts';
import { AppError, renameField } from '../../../model/errors/errors.ts';
import type { ModuleCode, TestReference } from '../../../model/names/codes.ts';
import { draftTest, findTestToEdit } from '../../../model/project/edits/tests.ts';
import type { Test } from '../../../model/project/test.ts';
import type { VersionContent, VersionDraft } from '../../../model/project/version-content.ts';
import { revisionOf } from '../../store/edits/revision.ts';
import type { ToolContext } from '../define/define-tool.ts';
import { checkRevision, testRecord } from './check-revision.ts';
import { knowElements } from './know-elements.ts';
import { editVersion } from './version.ts';
import type { TestPlace } from './views.ts';

interface TestEdit<Result> {
  input: {
    versionId?: string | undefined;
    moduleCode?: ModuleCode | undefined;
    testCode: TestReference;
    ifRevision?: string | undefined;
  };
  title: string;
  edit(test: Test, draft: VersionDraft): Result;
  /** What the caller calls a field of the test's actions, e.g. `actions[3].test`; the same by default. */
  fieldOf?(field: string): string;
}

/** Performs an edit of one test; answers what came out with the test as published. */
export async function editOneTest<Result>(context: ToolContext, request: TestEdit<Result>) {
  const { input, title, edit, fieldOf = field => field } = request;
  let before: readonly Action[] = [];
  const { result, content } = await editVersion(context, {
    versionId: input.versionId,
    title,
    edit: draft => {
      const { module, test } = findTestToEdit(draft, input.testCode, input.moduleCode);
      const place = { moduleCode: module.moduleCode, testCode: test.testCode };
      const record = testRecord(draft.version.versionId, test.testCode);
      before = test.actions;
      checkRevision(context, { record, revision: revisionOf(test), ifRevision: input.ifRevision });
      return { place, value: edit(draftTest(draft, place.moduleCode, place.testCode), draft) };
    },
    label: ({ place }) => place.testCode,
  }).catch((error: unknown) => {
    throw renameField(error, fieldOf);
  });
  const test = publishedTest(content, result.place);
  await knowElements(context, newlyMeant(before, test.actions));
  return { value: result.value, content, test };
}

/** Actions that are new, or mean their element by another locator or fallback than before. */
function newlyMeant(before: readonly Action[], now: readonly Action[]): Action[] {
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

/** The field of an edit of one action, whose place in the test its caller does not write. */
export const ofOneAction = (field: string): string => field.replace(/^actions\[\d+\]\./, '');

/** The field of an edit of a list of actions that was put in at `first`. */
export const ofActionsFrom = (first: number, field: string): string =>
  field.replace(/^actions\[(\d+)\]/, (_, index) => `actions[${Number(index) - first}]`);
