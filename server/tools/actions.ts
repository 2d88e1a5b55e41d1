import { z } from 'zod';
import { type Action, kindsInShort } from '../../model/actions/index.ts';
import {
  ACTION_INPUT_FIELDS,
  ActionTypeName,
  changeAction,
  readAction,
  UNSTORED_ACTION_ID,
} from '../../model/actions/read-action.ts';
import { AppError } from '../../model/errors/errors.ts';
import {
  findAction,
  findTest,
  insertActions,
  moveAction as moveTo,
  nextActionId,
} from '../../model/project/edits/tests.ts';
import type { Test } from '../../model/project/test.ts';
import { syntaxCheck } from '../process/syntax-check.ts';
import { revisionOf } from '../store/edits/revisions.ts';
import { toolsOf } from './define/define-tool.ts';
import { LIST_FIELDS, PAGE_FIELDS, pageOf } from './define/paging.ts';
import { versionOf } from './define/version.ts';
import {
  ActionInputs,
  ActionReply,
  ActionsReply,
  actionReply,
  actionsReply,
  DeletedActions,
  deletedReply,
  editOneTest,
  IF_REVISION,
  ofActionsFrom,
  ofOneAction,
  PLACE,
  Position,
  readActions,
  TARGET,
  withFileProblems,
  withIds,
} from './tests/test-edits.ts';
import { ActionView, actionView, Problems, problemsReply } from './tests/test-views.ts';

const defineTool = toolsOf('actions');

const KINDS = `Kind and its fields, ? optional: ${kindsInShort()}`;

export const getActions = defineTool({
  name: 'getActions',
  scope: 'read',
  title: 'List actions',
  summary: 'List the actions of a test in order, each with its position and id.',
  input: { ...TARGET, ...LIST_FIELDS },
  output: z.strictObject({ actions: z.array(ActionView), ...PAGE_FIELDS, revision: z.string(), problems: Problems }),
  errors: ['not-found'],
  examples: [{ moduleCode: 'm1', testCode: 't1' }],
  async run(input, context) {
    const content = versionOf(context, input.versionId);
    const { test } = findTest(content, input.testCode, input.moduleCode);
    const { items, ...page } = pageOf({
      all: test.actions.map((action, index) => ({ action, index })),
      input,
      words: ({ action }) => [JSON.stringify(action)],
      view: ({ index }) => actionView(test, index),
    });
    return await withFileProblems(context, test, {
      actions: items,
      ...page,
      revision: revisionOf(test),
      ...problemsReply(content, test),
    });
  },
});

export const createAction = defineTool({
  name: 'createAction',
  scope: 'write',
  title: 'Create an action',
  summary: 'Add an action to a test. Its fields depend on the type; getGuide {topic: "actions"} explains them.',
  input: {
    type: ActionTypeName.describe(KINDS),
    ...TARGET,
    actionIndex: Position.optional().describe('Its position, from 0; default: the end'),
    ...ACTION_INPUT_FIELDS,
    ...IF_REVISION,
  },
  output: ActionReply,
  errors: ['not-found', 'conflict', 'invalid-project'],
  examples: [
    { moduleCode: 'm1', testCode: 't1', type: 'click', locator: "getByRole('button', { name: 'Sign in' })" },
    {
      moduleCode: 'm1',
      testCode: 't1',
      type: 'assert',
      matcher: 'toHaveText',
      locator: "getByRole('heading')",
      expected: 'Welcome',
    },
  ],
  async run({ versionId, projectId: _project, moduleCode, testCode, actionIndex, ifRevision, ...fields }, context) {
    const action = readAction(fields, { actionId: UNSTORED_ACTION_ID, syntax: syntaxCheck });
    return await editOneTest(context, {
      input: { versionId, moduleCode, testCode, ifRevision },
      title: `createAction ${fields.type} in`,
      edit: (draft, version) => {
        const actionId = nextActionId(version);
        return { actionId, at: insertActions(draft, [{ ...action, actionId }], actionIndex) };
      },
      fieldOf: ofOneAction,
      reply: actionReply,
    });
  },
});

export const createActions = defineTool({
  name: 'createActions',
  scope: 'write',
  title: 'Create several actions',
  summary: 'Add several actions to a test, all or none. Prefer it to many createAction calls.',
  input: {
    ...TARGET,
    actions: ActionInputs.min(1),
    actionIndex: Position.optional().describe('Position of the first, from 0; default: the end'),
    ...IF_REVISION,
  },
  output: ActionsReply,
  errors: ['not-found', 'conflict', 'invalid-project'],
  examples: [
    {
      moduleCode: 'm1',
      testCode: 't1',
      actions: [
        { type: 'visit', url: '/' },
        { type: 'click', locator: '#start' },
      ],
    },
  ],
  async run({ versionId, moduleCode, testCode, actions, actionIndex, ifRevision }, context) {
    const given = readActions(actions);
    let first = 0;
    return await editOneTest(context, {
      input: { versionId, moduleCode, testCode, ifRevision },
      title: `createActions (${actions.length}) in`,
      edit: (draft, version) => {
        const stored = withIds(given, version);
        first = insertActions(draft, stored, actionIndex);
        return stored.map(action => action.actionId);
      },
      fieldOf: field => ofActionsFrom(first, field),
      reply: actionsReply,
    });
  },
});

export const editAction = defineTool({
  name: 'editAction',
  scope: 'write',
  title: 'Edit an action',
  summary:
    'Change the fields of an action that are given (see createAction); null removes one. A new type keeps the fields that both kinds have.',
  input: {
    ...TARGET,
    ...PLACE,
    type: ActionTypeName.optional().describe(KINDS),
    ...ACTION_INPUT_FIELDS,
    ...IF_REVISION,
  },
  output: ActionReply,
  errors: ['not-found', 'conflict', 'invalid-project'],
  examples: [{ moduleCode: 'm1', testCode: 't1', actionIndex: 0, url: '/start' }],
  async run(
    { versionId, projectId: _project, moduleCode, testCode, actionIndex, actionId, ifRevision, ...fields },
    context,
  ) {
    return await editOneTest(context, {
      input: { versionId, moduleCode, testCode, ifRevision },
      title: 'editAction in',
      edit: draft => {
        const at = findAction(draft, { actionIndex, actionId });
        const changed = changeAction(actionAt(draft, at), fields, { syntax: syntaxCheck });
        draft.actions[at] = changed;
        return { actionId: changed.actionId, at };
      },
      fieldOf: ofOneAction,
      reply: actionReply,
    });
  },
});

function actionAt(test: Test, index: number): Action {
  const action = test.actions[index];
  if (action === undefined) throw new AppError('not-found', `No action ${index} in test ${test.testCode}.`);
  return action;
}

export const moveAction = defineTool({
  name: 'moveAction',
  scope: 'write',
  title: 'Move an action',
  summary: 'Move an action within its test. "to" is the zero-based position it has afterwards.',
  input: { ...TARGET, ...PLACE, to: Position.describe('Position it has afterwards'), ...IF_REVISION },
  output: ActionReply,
  errors: ['not-found', 'conflict'],
  examples: [{ moduleCode: 'm1', testCode: 't1', actionIndex: 3, to: 0 }],
  async run({ actionIndex, actionId, to, ...input }, context) {
    return await editOneTest(context, {
      input,
      title: 'moveAction in',
      edit: draft => {
        const from = findAction(draft, { actionIndex, actionId });
        const { actionId: moved } = actionAt(draft, from);
        moveTo(draft, from, to);
        return { actionId: moved, at: to };
      },
      reply: actionReply,
    });
  },
});

export const deleteAction = defineTool({
  name: 'deleteAction',
  scope: 'write',
  title: 'Delete an action',
  summary: 'Delete an action from a test; those after it move up.',
  input: { ...TARGET, ...PLACE, ...IF_REVISION },
  output: DeletedActions,
  errors: ['not-found', 'conflict'],
  examples: [{ moduleCode: 'm1', testCode: 't1', actionIndex: 2 }],
  hints: { destructive: true },
  async run({ actionIndex, actionId, ...input }, context) {
    return await editOneTest(context, {
      input,
      title: 'deleteAction in',
      edit: draft =>
        draft.actions.splice(findAction(draft, { actionIndex, actionId }), 1).map(action => action.actionId),
      reply: deletedReply,
    });
  },
});
