import { z } from 'zod';
import { ACTION_INPUT_FIELDS, ActionTypeName, changeAction } from '../../model/actions/read-action.ts';
import { AppError } from '../../model/errors/errors.ts';
import { ActionId, Name, TestCode } from '../../model/names/codes.ts';
import { extractActions } from '../../model/project/edits/extract-actions.ts';
import { findActions, moveActions as moveAll } from '../../model/project/edits/tests.ts';
import type { Test } from '../../model/project/test.ts';
import { syntaxCheck } from '../process/syntax-check.ts';
import { toolsOf } from './define/define-tool.ts';
import {
  ActionsReply,
  actionsReply,
  DeletedActions,
  deletedReply,
  editOneTest,
  IF_REVISION,
  PLACE,
  Position,
  TARGET,
} from './tests/test-edits.ts';

const defineTool = toolsOf('actions');

const MOST = 1_000;

const PLACES = {
  actionIndexes: z
    .array(Position)
    .min(1)
    .max(MOST)
    .optional()
    .describe('Their positions, from 0, as they are before the call'),
  actionIds: z.array(ActionId).min(1).max(MOST).optional().describe('Their ids instead, which stay when they move'),
};

type Places = z.output<z.ZodObject<typeof PLACES>>;

/** Errors: `invalid-params` unless the actions are named in one way, each once. */
function positionsOf(test: Test, { actionIndexes, actionIds }: Places): number[] {
  if ((actionIndexes === undefined) === (actionIds === undefined))
    throw new AppError('invalid-params', 'Name the actions by "actionIndexes" or by "actionIds", one of the two.', {
      field: 'actionIndexes',
      expected: 'actionIndexes or actionIds',
    });
  if (actionIds !== undefined)
    return findActions(
      test,
      actionIds.map(actionId => ({ actionId })),
      at => `actionIds[${at}]`,
    );
  const places = (actionIndexes ?? []).map(actionIndex => ({ actionIndex }));
  return findActions(test, places, at => `actionIndexes[${at}]`);
}

const countOf = ({ actionIndexes, actionIds }: Places): number => (actionIds ?? actionIndexes ?? []).length;

const idsAt = (test: Test, positions: readonly number[]): ActionId[] =>
  positions.flatMap(index => test.actions[index]?.actionId ?? []);

export const editActions = defineTool({
  name: 'editActions',
  scope: 'write',
  title: 'Edit several actions',
  summary: 'Change fields of several actions of a test, all or none, as one edit. Each as with editAction.',
  input: {
    ...TARGET,
    edits: z
      .array(z.strictObject({ ...PLACE, type: ActionTypeName.optional(), ...ACTION_INPUT_FIELDS }))
      .min(1)
      .max(MOST)
      .describe('[{actionIndex or actionId, changed fields}]'),
    ...IF_REVISION,
  },
  output: ActionsReply,
  errors: ['not-found', 'conflict', 'invalid-project'],
  examples: [
    {
      moduleCode: 'm1',
      testCode: 't1',
      edits: [
        { actionIndex: 0, disabled: true },
        { actionIndex: 2, comment: 'Slow on Mondays', timeoutMs: 30_000 },
      ],
    },
  ],
  async run({ edits, ...input }, context) {
    let positions: number[] = [];
    return await editOneTest(context, {
      input,
      title: `editActions (${edits.length}) in`,
      edit: draft => {
        positions = findActions(draft, edits, at => `edits[${at}]`);
        edits.forEach((edit, at) => {
          editAt(draft, { at, position: positions[at], edit });
        });
        return idsAt(draft, positions);
      },
      fieldOf: field => ofEdits(positions, field),
      reply: actionsReply,
    });
  },
});

/** Fields of actions that are not among the edited ones keep their name. */
const ofEdits = (positions: readonly number[], field: string): string =>
  field.replace(/^actions\[(\d+)\]/, (whole, index) => {
    const at = positions.indexOf(Number(index));
    return at < 0 ? whole : `edits[${at}]`;
  });

interface EditAt {
  at: number;
  position: number | undefined;
  edit: z.output<z.ZodObject<typeof PLACE>>;
}

function editAt(draft: Test, { at, position = -1, edit }: EditAt): void {
  const { actionIndex: _index, actionId: _id, ...fields } = edit;
  const action = draft.actions[position];
  if (action === undefined) throw new AppError('not-found', `No action ${position} in test ${draft.testCode}.`);
  draft.actions[position] = changeAction(action, fields, { syntax: syntaxCheck, root: `edits[${at}]` });
}

export const moveActions = defineTool({
  name: 'moveActions',
  scope: 'write',
  title: 'Move several actions',
  summary:
    'Move several actions of a test together, in their order, as one edit. "to" is the zero-based position that the first of them has afterwards.',
  input: { ...TARGET, ...PLACES, to: Position.describe('Position that the first has afterwards'), ...IF_REVISION },
  output: ActionsReply,
  errors: ['not-found', 'conflict'],
  examples: [{ moduleCode: 'm1', testCode: 't1', actionIndexes: [3, 4], to: 0 }],
  async run({ actionIndexes, actionIds, to, ...input }, context) {
    return await editOneTest(context, {
      input,
      title: `moveActions (${countOf({ actionIndexes, actionIds })}) in`,
      edit: draft => {
        const positions = positionsOf(draft, { actionIndexes, actionIds });
        const ids = idsAt(draft, positions);
        moveAll(draft, positions, to);
        return ids;
      },
      reply: actionsReply,
    });
  },
});

export const deleteActions = defineTool({
  name: 'deleteActions',
  scope: 'write',
  title: 'Delete several actions',
  summary: 'Delete several actions of a test, all or none, as one edit; those after them move up.',
  input: { ...TARGET, ...PLACES, ...IF_REVISION },
  output: DeletedActions,
  errors: ['not-found', 'conflict'],
  examples: [{ moduleCode: 'm1', testCode: 't1', actionIndexes: [0, 2] }],
  hints: { destructive: true },
  async run({ actionIndexes, actionIds, ...input }, context) {
    return await editOneTest(context, {
      input,
      title: `deleteActions (${countOf({ actionIndexes, actionIds })}) in`,
      edit: draft => {
        const positions = positionsOf(draft, { actionIndexes, actionIds });
        const ids = idsAt(draft, positions);
        const isGone = new Set(positions);
        draft.actions = draft.actions.filter((_, index) => !isGone.has(index));
        return ids;
      },
      reply: deletedReply,
    });
  },
});

export const extractTest = defineTool({
  name: 'extractTest',
  scope: 'write',
  title: 'Extract actions to a test',
  summary:
    'Move actions that follow each other into a new test right after theirs, which is plugged in in their place and takes the parameters that they read; one edit.',
  input: { ...TARGET, ...PLACES, name: Name.describe('Name of the new test, e.g. Sign in'), ...IF_REVISION },
  output: z.strictObject({ extracted: TestCode.describe('Code of the new test'), ...ActionsReply.shape }),
  errors: ['not-found', 'conflict'],
  examples: [{ moduleCode: 'm1', testCode: 't1', actionIndexes: [0, 1], name: 'Sign in' }],
  async run({ actionIndexes, actionIds, name, ...input }, context) {
    return await editOneTest(context, {
      input,
      title: `extractTest (${countOf({ actionIndexes, actionIds })}) from`,
      edit: (draft, version) =>
        extractActions(version, draft, { name, positions: positionsOf(draft, { actionIndexes, actionIds }) }),
      reply: (content, test, { testCode, actionId }) => ({
        extracted: testCode,
        ...actionsReply(content, test, [actionId]),
      }),
    });
  },
});
