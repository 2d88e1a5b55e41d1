import { type Action, readBlocks } from '../../actions/index.ts';
import { AppError } from '../../errors/errors.ts';
import { type ActionId, type TestCode, TestReference } from '../../names/codes.ts';
import type { Test } from '../test.ts';
import type { VersionDraft } from '../version-content.ts';
import { addTest, editTest, nextActionId } from './tests.ts';

interface ExtractedActions {
  name: string;
  positions: readonly number[];
}

const refused = (message: string): AppError =>
  new AppError('invalid-params', message, { field: 'actionIndexes', expected: 'whole actions that follow each other' });

/**
 * Moves actions into a new test right after theirs and plugs it in; it takes the parameters that they read. Errors:
 * `invalid-params` for actions apart from each other, and for parts of blocks.
 */
export function extractActions(
  draft: VersionDraft,
  test: Test,
  { name, positions }: ExtractedActions,
): { testCode: TestCode; actionId: ActionId } {
  const first = Math.min(...positions);
  if (Math.max(...positions) - first + 1 !== positions.length)
    throw refused('Only actions that follow each other can become a test of their own.');
  const actions = test.actions.slice(first, first + positions.length);
  if (readBlocks(actions).faults.length > 0)
    throw refused('Only whole blocks, from their first action to End, can become a test of their own.');
  const module = draft.moduleOf(test.testCode);
  if (module === undefined) throw new AppError('not-found', `No test ${test.testCode}.`, { field: 'testCode' });
  const { moduleCode } = module;
  const order = module.tests.findIndex(({ testCode }) => testCode === test.testCode) + 1;
  const read = parametersIn(test, actions);
  const copies = actions.map(action => ({ ...action, actionId: nextActionId(draft) }));
  const own = read.length === 0 ? {} : { parameters: read.map(parameter => ({ name: parameter })) };
  const testCode = addTest(draft, moduleCode, { name, type: test.type, actions: copies, ...own });
  editTest(draft, moduleCode, testCode, { order });
  const actionId = nextActionId(draft);
  const given = Object.fromEntries(read.map(parameter => [parameter, `{{${parameter}}}`]));
  const plug: Action = {
    actionId,
    type: 'plugTest',
    test: TestReference.parse(testCode),
    ...(read.length === 0 ? {} : { parameters: given }),
  };
  test.actions.splice(first, positions.length, plug);
  return { testCode, actionId };
}

function parametersIn({ parameters = [] }: Test, actions: readonly Action[]): string[] {
  const text = JSON.stringify(actions);
  return parameters.map(({ name }) => name).filter(name => new RegExp(`\\{\\{[^}]*\\b${name}\\b`).test(text));
}
