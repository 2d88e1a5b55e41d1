/** Checks of actions that need no page. */
import { ACTION_KINDS, type Action, readBlocks } from '../../model/actions/index.ts';
import { readAction, UNSTORED_ACTION_ID } from '../../model/actions/read-action.ts';
import { isAppError } from '../../model/errors/errors.ts';
import { readTestReference } from '../../model/names/codes.ts';
import { suiteFaults } from '../../model/project/problems.ts';
import type { Test } from '../../model/project/test.ts';
import type { VersionContent } from '../../model/project/version-content.ts';
import { syntaxCheck } from '../process/syntax-check.ts';
import type { KnownNames } from './known-names.ts';

interface ActionError {
  message: string;
  field?: string;
}

export interface CheckedAction {
  type: string;
  action?: Action;
  error?: ActionError;
}

interface CheckRequest {
  content: VersionContent;
  test: Test | undefined;
}

/** Adds unknown names in values of actions that have no other fault. */
export function checkNames(checked: readonly CheckedAction[], names: KnownNames): void {
  for (const one of checked) {
    if (one.action === undefined) continue;
    const fault = names.fault(one.action);
    if (fault !== undefined) one.error ??= fault;
    names.pass(one.action);
  }
}

/** Finds the first fault of each action, and never throws for one. */
export function checkActions(inputs: readonly unknown[], { content, test }: CheckRequest): CheckedAction[] {
  const checked = inputs.map(readOne);
  const structure = checked.map(({ action, type }) => action ?? stubOf(type));
  const faults = [
    ...readBlocks(structure).faults,
    ...(test?.type === 'suite' ? suiteFaults(structure) : []),
    ...structure.flatMap((action, actionIndex) => {
      const message = plugFault(action, content, test);
      return message === undefined ? [] : [{ actionIndex, message, field: 'test' }];
    }),
  ];
  for (const { actionIndex, ...fault } of faults) {
    const one = checked[actionIndex];
    if (one !== undefined) one.error ??= fault;
  }
  return checked;
}

function readOne(input: unknown): CheckedAction {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return { type: '', error: { message: `An action is an object such as {"type": "reload"}, not ${shown(input)}.` } };
  const { actionId: _id, actionIndex: _index, ...fields } = Object.fromEntries(Object.entries(input));
  const type = typeof fields.type === 'string' ? fields.type : '';
  try {
    return { type, action: readAction(fields, { actionId: UNSTORED_ACTION_ID, syntax: syntaxCheck }) };
  } catch (error) {
    if (!isAppError(error, 'invalid-params')) throw error;
    const { field } = error.detail;
    return { type, error: { message: error.message, field } };
  }
}

const MOST_SHOWN = 60;
const shown = (input: unknown): string => (JSON.stringify(input) ?? 'nothing').slice(0, MOST_SHOWN);

const STUBS: Readonly<Record<string, Action>> = {
  open: { actionId: UNSTORED_ACTION_ID, type: 'group', title: 'unreadable' },
  else: { actionId: UNSTORED_ACTION_ID, type: 'else' },
  end: { actionId: UNSTORED_ACTION_ID, type: 'end' },
};

/** Stands for an action that cannot be read, so that its block still opens and closes. */
function stubOf(type: string): Action {
  const part = Object.entries(ACTION_KINDS).find(([name]) => name === type)?.[1].block ?? 'leaf';
  return STUBS[part] ?? { actionId: UNSTORED_ACTION_ID, type: 'reload' };
}

function plugFault(action: Action, content: VersionContent, test: Test | undefined): string | undefined {
  if (action.type !== 'plugTest') return undefined;
  const { testCode } = readTestReference(action.test);
  const target = content.test(testCode);
  if (target === undefined) return `No test ${testCode} to plug in. Call getTests to see the tests.`;
  if (test !== undefined && (testCode === test.testCode || plugs(content, target, test)))
    return `Test ${test.testCode} would plug itself.`;
  const names = (target.parameters ?? []).map(({ name }) => name);
  const wrong = Object.keys(action.parameters ?? {}).find(name => !names.includes(name));
  if (wrong === undefined) return undefined;
  const there = names.length === 0 ? 'it has none' : `it has ${names.join(', ')}`;
  return `Test ${testCode} has no parameter "${wrong}"; ${there}.`;
}

/** Whether a test plugs another one in, directly or through others. */
function plugs(content: VersionContent, { testCode }: Test, sought: Test): boolean {
  const seen = new Set([testCode]);
  for (const code of seen)
    for (const action of content.test(code)?.actions ?? [])
      if (action.type === 'plugTest') seen.add(readTestReference(action.test).testCode);
  return seen.has(sought.testCode);
}
