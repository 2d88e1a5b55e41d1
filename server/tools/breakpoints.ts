import { z } from 'zod';
import { ACTION_KINDS } from '../../model/actions/index.ts';
import { conditionFault } from '../../model/actions/read-action.ts';
import { AppError } from '../../model/errors/errors.ts';
import { ModuleCode, TestCode, TestReference, VersionId } from '../../model/names/codes.ts';
import { findAction, findTest } from '../../model/project/edits/tests.ts';
import type { Test } from '../../model/project/test.ts';
import type { VersionContent } from '../../model/project/version-content.ts';
import { Breakpoint, BreakpointId } from '../../model/run/breakpoint.ts';
import { isUnderWay } from '../../model/run/state.ts';
import { syntaxCheck } from '../process/syntax-check.ts';
import { type ToolContext, toolsOf } from './define/define-tool.ts';
import { choiceIn, type IdeCall } from './define/ide-choice.ts';
import { LIST_FIELDS, PAGE_FIELDS, pageOf } from './define/paging.ts';
import { versionOf } from './define/version.ts';
import { PLACE } from './tests/test-edits.ts';

const defineTool = toolsOf('ide');

const { condition: Condition, hitCount: HitCount } = Breakpoint.shape;
const FIELDS = { test: 'testId', module: 'moduleId' };

const BreakpointView = z.strictObject({
  breakpointId: BreakpointId,
  moduleId: ModuleCode,
  testId: TestCode,
  actionIndex: z.number().int().describe('Position of its action now'),
  ...Breakpoint.omit({ breakpointId: true, testCode: true }).shape,
});

/** Empty where the action was deleted. */
function viewOf(content: VersionContent, breakpoint: Breakpoint): z.input<typeof BreakpointView>[] {
  const { testCode, ...fields } = breakpoint;
  const module = content.moduleOf(testCode);
  const actions = content.test(testCode)?.actions ?? [];
  const actionIndex = actions.findIndex(({ actionId }) => actionId === breakpoint.actionId);
  if (module === undefined || actionIndex < 0) return [];
  return [{ ...fields, moduleId: module.moduleCode, testId: testCode, actionIndex }];
}

const versionIdOf = (content: VersionContent): VersionId => VersionId.parse(content.version.versionId);

export const setBreakpoint = defineTool({
  name: 'setBreakpoint',
  scope: 'write',
  title: 'Set a breakpoint',
  summary: 'Set or change the breakpoint before an action, which moves and goes with the action.',
  input: {
    moduleId: ModuleCode.optional().describe('Module of the test'),
    testId: TestReference.optional().describe('Default: the one chosen in the IDE'),
    ...PLACE,
    condition: z
      .union([Condition.unwrap(), z.null()])
      .optional()
      .describe('Condition: pause only when true, e.g. round > 3'),
    hitCount: z
      .union([HitCount.unwrap(), z.null()])
      .optional()
      .describe('Hit count: pause from this hit on, in each run'),
    enabled: z.boolean().optional().describe('Default: true'),
  },
  output: z.strictObject({ breakpoint: BreakpointView }),
  errors: ['not-found', 'conflict'],
  examples: [
    { testId: 't1', actionIndex: 1 },
    { testId: 't1', actionIndex: 1, condition: 'count > 3' },
  ],
  hints: { idempotent: true },
  async run(input, context) {
    const { moduleId, condition, hitCount, enabled } = input;
    if (typeof condition === 'string') refuseCondition(condition);
    const { content, ...place } = findPlace(input, context);
    const { test } = findTest(content, place.testId, moduleId, FIELDS);
    const actionId = actionToPauseAt(test, findAction(test, place));
    const { breakpoints } = context.project;
    const id = versionIdOf(content);
    const known = breakpoints.at(id, test.testCode, actionId);
    const breakpoint = await breakpoints.set(
      id,
      { testCode: test.testCode, actionId },
      {
        condition: condition === undefined ? known?.condition : (condition ?? undefined),
        hitCount: hitCount === undefined ? known?.hitCount : (hitCount ?? undefined),
        enabled: enabled ?? known?.enabled ?? true,
      },
    );
    const [view] = viewOf(versionOf(context, id), breakpoint);
    if (view === undefined) throw new AppError('conflict', `Action ${actionId} was deleted meanwhile.`);
    return { breakpoint: view };
  },
});

function refuseCondition(condition: string): void {
  const message = conditionFault(condition, syntaxCheck);
  if (message !== undefined) throw new AppError('invalid-params', `${message}.`, { field: 'condition' });
}

interface WantedPlace extends IdeCall, z.output<z.ZodObject<typeof PLACE>> {
  moduleId?: ModuleCode | undefined;
  testId?: TestReference | undefined;
}

/** The named place, else what is chosen in the IDE, else the running test. */
function findPlace(input: WantedPlace, context: ToolContext) {
  const { testId, versionId, moduleId, actionIndex, actionId } = input;
  if (testId !== undefined) return { content: versionOf(context, versionId), testId, actionIndex, actionId };
  const { content, selection } = choiceIn(context, moduleId, input);
  if (selection.testId !== undefined)
    return {
      content,
      testId: selection.testId,
      actionIndex,
      actionId: actionId ?? (actionIndex === undefined ? selection.actionId : undefined),
    };
  const { state, action } = context.bridge.status(context.project.projectId);
  if (isUnderWay(state) && action !== undefined)
    return { content, testId: TestReference.parse(action.testCode), actionIndex, actionId };
  throw new AppError('invalid-params', 'Name the test: "testId" is missing, none is chosen in the IDE and none runs.', {
    field: 'testId',
  });
}

/** Refuses actions at which no run would ever pause. */
function actionToPauseAt({ type: testType, actions, testCode }: Test, index: number) {
  const action = actions[index];
  if (action === undefined) throw new AppError('not-found', `No action ${index} in test ${testCode}.`);
  const { block } = ACTION_KINDS[action.type];
  const reason =
    testType === 'suite'
      ? `${testCode} is a suite, whose tests run each by itself; set it in one of those`
      : `"${action.type}" only ends a part of a block; set it at the action before or after it`;
  if (testType !== 'suite' && (block === 'leaf' || block === 'open')) return action.actionId;
  throw new AppError('conflict', `No run pauses at action ${index}: ${reason}.`, { field: 'actionIndex' });
}

export const getBreakpoints = defineTool({
  name: 'getBreakpoints',
  scope: 'read',
  title: 'List breakpoints',
  summary: 'List all breakpoints, whoever set them, each with the current place of its action.',
  input: { ...LIST_FIELDS },
  output: z.strictObject({ breakpoints: z.array(BreakpointView), ...PAGE_FIELDS }),
  errors: ['not-found'],
  run(input, context) {
    const content = versionOf(context, input.versionId);
    const all = context.project.breakpoints.of(versionIdOf(content)).flatMap(one => viewOf(content, one));
    const { items, ...page } = pageOf({
      all,
      input,
      words: ({ breakpointId, moduleId, testId, actionId, condition = '' }) => [
        breakpointId,
        moduleId,
        testId,
        actionId,
        condition,
      ],
      view: breakpoint => breakpoint,
    });
    return { breakpoints: items, ...page };
  },
});

export const clearBreakpoints = defineTool({
  name: 'clearBreakpoints',
  scope: 'write',
  title: 'Clear breakpoints',
  summary: 'Clear a breakpoint, those of a test, or all of them, whoever set them.',
  input: {
    breakpointId: BreakpointId.optional().describe('e.g. b1'),
    testId: TestReference.optional().describe('All of this test'),
  },
  output: z.strictObject({ deleted: z.array(z.string()) }),
  errors: ['not-found'],
  examples: [{}, { testId: 't1' }],
  hints: { destructive: true, idempotent: true },
  async run({ versionId, breakpointId, testId }, context) {
    if (breakpointId !== undefined && testId !== undefined)
      throw new AppError('invalid-params', 'Give "breakpointId" or "testId", not both.', { field: 'testId' });
    const content = versionOf(context, versionId);
    const id = versionIdOf(content);
    const { breakpoints } = context.project;
    const testCode = testId === undefined ? undefined : findTest(content, testId, undefined, FIELDS).test.testCode;
    if (breakpointId !== undefined && !breakpoints.of(id).some(one => one.breakpointId === breakpointId))
      throw new AppError('not-found', `There is no breakpoint ${breakpointId}.`, {
        field: 'breakpointId',
        next: 'getBreakpoints',
      });
    const deleted = await breakpoints.clear(
      id,
      one => (breakpointId ?? one.breakpointId) === one.breakpointId && (testCode ?? one.testCode) === one.testCode,
    );
    return { deleted: deleted.map(one => one.breakpointId) };
  },
});
