import { z } from 'zod';
import { changeAction } from '../../model/actions/read-action.ts';
import { AppError } from '../../model/errors/errors.ts';
import { ActionId, RunId, TestReference } from '../../model/names/codes.ts';
import { findAction, findTest } from '../../model/project/edits/tests.ts';
import { proposalsOf, REPAIR_STATES, RepairProposal, repairState } from '../../model/run/repairs.ts';
import { syntaxCheck } from '../process/syntax-check.ts';
import { readRejections, rememberDecision } from '../runs/plan/rejected-repairs.ts';
import { type EditParts, type ToolContext, toolsOf } from './define/define-tool.ts';
import { LIST_FIELDS, PAGE_FIELDS, pageOf } from './define/paging.ts';
import { actionReply, editOneTest } from './tests/test-edits.ts';
import { ActionView } from './tests/test-views.ts';

const defineTool = toolsOf('runs');

const RepairView = RepairProposal.extend({
  state: z.enum(REPAIR_STATES).describe('outdated: the action is gone or has another locator by now'),
});
type RepairView = z.infer<typeof RepairView>;

async function judged({ project }: ToolContext<'runs'>, proposals: readonly RepairProposal[]): Promise<RepairView[]> {
  const isRejected = await readRejections(project.runs.folder);
  const { versions } = project.store.content;
  return proposals.map(proposal => ({
    ...proposal,
    state: repairState(proposal, versions.get(proposal.versionId), isRejected),
  }));
}

/** The open repairs of all runs; the newest for each action. */
async function openRepairs(context: ToolContext<'runs'>): Promise<RepairView[]> {
  const found = new Map<string, RepairProposal>();
  for (const runId of await context.project.runs.list()) {
    const run = await context.project.runs.readIfWhole(runId);
    for (const proposal of run === undefined ? [] : proposalsOf(run)) {
      const key = `${proposal.versionId} ${proposal.testCode} ${proposal.actionId}`;
      if (!found.has(key)) found.set(key, proposal);
    }
  }
  return (await judged(context, [...found.values()])).filter(({ state }) => state === 'open');
}

export const getRepairs = defineTool({
  name: 'getRepairs',
  scope: 'read',
  title: 'List repairs',
  summary:
    'List actions whose locator found nothing in a run, and a fallback was used: those that still wait for decideRepair or, with runId, all of that run and what became of them.',
  input: { runId: RunId.optional().describe('Only of this run, decided ones too'), ...LIST_FIELDS },
  output: z.strictObject({ repairs: z.array(RepairView), ...PAGE_FIELDS }),
  errors: ['not-found'],
  examples: [{}, { runId: 'r1' }],
  async run(input, context) {
    const { runId } = input;
    const all =
      runId === undefined
        ? await openRepairs(context)
        : await judged(context, proposalsOf(await context.project.runs.read(runId)));
    const { items, ...page } = pageOf({
      all,
      input,
      words: ({ testCode, actionId, title, from, to }) => [testCode, actionId, title, from, to],
      view: repair => repair,
    });
    return { repairs: items, ...page };
  },
});

export const decideRepair = defineTool({
  name: 'decideRepair',
  scope: 'write',
  title: 'Decide a repair',
  summary:
    'Change an action so that the fallback that was used becomes its locator and the old one a fallback (accept: true), or never use that fallback again (accept: false).',
  input: {
    runId: RunId.describe('The run that repaired it, e.g. "r128"'),
    actionId: ActionId.describe('e.g. a7'),
    accept: z.boolean().describe('true: change the action; false: reject the repair'),
  },
  output: z.strictObject({ repair: RepairView, action: ActionView.optional().describe('As it is now') }),
  errors: ['not-found', 'conflict'],
  examples: [{ runId: 'r1', actionId: 'a2', accept: true }],
  async run({ runId, actionId, accept }, context) {
    const proposal = await findProposal(context, runId, actionId);
    const action = accept ? await acceptRepair(context, proposal) : undefined;
    const { from, to } = proposal;
    await rememberDecision(context.project.runs.folder, { actionId, repair: { from, to }, accept });
    const [repair = { ...proposal, state: 'outdated' as const }] = await judged(context, [proposal]);
    return { repair, action };
  },
});

async function findProposal({ project }: ToolContext<'runs'>, runId: RunId, actionId: ActionId) {
  const proposals = proposalsOf(await project.runs.read(runId));
  const found = proposals.find(proposal => proposal.actionId === actionId);
  if (found !== undefined) return found;
  const there = proposals.map(proposal => proposal.actionId);
  const what = there.length === 0 ? 'it repaired nothing' : `it repaired ${there.join(', ')}`;
  throw new AppError('not-found', `Run ${runId} did not repair ${actionId}: ${what}.`, {
    field: 'actionId',
    next: 'getRepairs',
  });
}

/** Errors: `not-found` for an action that was deleted, `conflict` for one that was edited since. */
async function acceptRepair(context: ToolContext<EditParts>, proposal: RepairProposal) {
  const { versionId, testCode, actionId, from, to } = proposal;
  const content = context.project.store.content.versions.get(versionId);
  if (content === undefined)
    throw new AppError('not-found', `Version ${versionId} is gone.`, { field: 'runId', next: 'getVersions' });
  const { module } = findTest(content, TestReference.parse(testCode), undefined, { test: 'runId', module: 'runId' });
  const { action: repaired } = await editOneTest(context, {
    input: { versionId, moduleCode: module.moduleCode, testCode: TestReference.parse(testCode) },
    title: `decideRepair of ${actionId} in`,
    edit: draft => {
      const at = findAction(draft, { actionId });
      const action = draft.actions[at];
      if (action === undefined || !('locator' in action) || action.locator !== from || !action.fallbacks?.includes(to))
        throw new AppError('conflict', `Action ${actionId} was changed since: the repair of ${from} does not fit it.`, {
          field: 'actionId',
          next: 'getActions',
        });
      const fallbacks = [from, ...action.fallbacks.filter(text => text !== to)];
      draft.actions[at] = changeAction(action, { locator: to, fallbacks }, { syntax: syntaxCheck });
      return { actionId, at };
    },
    reply: actionReply,
  });
  return repaired;
}
