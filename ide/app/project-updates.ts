import type { NoticeOf, PageResult } from '../../model/protocol/channel/channel.ts';
import type { OpenTest, Patch } from '../../model/protocol/channel/project-view.ts';
import { applyPatches, PatchMismatch, type ProjectView } from './apply-patches.ts';
import type { Edit } from './edits.ts';
import { agentMarksOf, linkMark, marksOf } from './marks.ts';
import { emptyProject, type FollowedProject, type FollowedTest, type IdeState, snapshotOf } from './state.ts';

/** The author that the service names for changes from outside. */
const FILES = 'someone outside Steploom';

export type Followed = Pick<FollowedProject, 'projectId' | 'versionId'>;

export function startFollowing(state: IdeState, { projectId, versionId }: Followed): IdeState {
  const { project } = state;
  const isSame = project?.projectId === projectId && project.versionId === versionId;
  // What is shown stays while the same project is read again.
  if (isSame && project.snapshot.phase === 'ready') return state;
  const kept = isSame ? {} : { ...emptyProject(), view: { ...state.view, checkOffer: undefined } };
  return { ...state, ...kept, project: { projectId, ...(versionId && { versionId }), snapshot: { phase: 'loading' } } };
}

export function takeProject(state: IdeState, opened: PageResult<'project/open'>): IdeState {
  if (state.project === undefined) return state;
  const { snapshot, ...others } = opened;
  return {
    ...state,
    ...others,
    project: { ...state.project, snapshot: { phase: 'ready', value: snapshot } },
  };
}

export function failProject(state: IdeState, message: string): IdeState {
  if (state.project === undefined) return state;
  return { ...state, project: { ...state.project, snapshot: { phase: 'failed', message } } };
}

export function setTest(state: IdeState, testCode: string, test: FollowedTest | undefined): IdeState {
  const { [testCode]: _old, ...others } = state.tests;
  return { ...state, tests: test === undefined ? others : { ...others, [testCode]: test } };
}

/** `gap`: the page has missed an edit and must read again; it keeps what it shows until then. */
export function takePatches(
  state: IdeState,
  notice: NoticeOf<'project/patched'>,
  nowMs: number,
): { state: IdeState; gap: boolean } {
  const snapshot = snapshotOf(state);
  const isOurs = notice.projectId === state.project?.projectId && notice.versionId === snapshot?.versionId;
  if (snapshot === undefined || !isOurs || notice.sequence <= snapshot.sequence) return { state, gap: false };
  if (notice.sequence > snapshot.sequence + 1) return { state, gap: true };
  // A test that was read after this edit includes it.
  const open = Object.entries(state.tests).flatMap(([code, test]): [string, OpenTest][] =>
    test.phase === 'ready' && test.value.sequence < notice.sequence ? [[code, test.value.test]] : [],
  );
  const before: ProjectView = { snapshot, open: Object.fromEntries(open) };
  try {
    const after = applyPatches(before, notice.patches);
    return { state: withView(state, { notice, before, after }, nowMs), gap: false };
  } catch (error) {
    if (error instanceof PatchMismatch) return { state, gap: true };
    throw error;
  }
}

interface Change {
  notice: NoticeOf<'project/patched'>;
  before: ProjectView;
  after: ProjectView;
}

function withView(state: IdeState, { notice, before, after }: Change, nowMs: number): IdeState {
  const { sequence, by, ideId, patches, undoable } = notice;
  const snapshot = { ...after.snapshot, sequence };
  const tests = Object.entries(after.open).map(([code, test]): [string, FollowedTest] => [
    code,
    { phase: 'ready', value: { test, sequence } },
  ]);
  const isGone = (code: string) => Object.hasOwn(before.open, code) && !Object.hasOwn(after.open, code);
  const kept = Object.entries(state.tests).filter(([code]) => !isGone(code));
  const isOwn = ideId !== undefined && ideId === state.ideId;
  // Pages identify themselves; whoever changed files by other means is no agent.
  const isAgent = ideId === undefined && by !== FILES;
  const names = [...changedNames({ patches, before, after }), ...(isAgent ? (notice.changedActions ?? []) : [])];
  const marks = isOwn ? state.marks : { ...state.marks, ...(isAgent ? agentMarksOf : marksOf)(names, by, nowMs) };
  const project = state.project && { ...state.project, snapshot: { phase: 'ready' as const, value: snapshot } };
  return {
    ...state,
    ...(project === undefined ? {} : { project }),
    tests: { ...Object.fromEntries(kept), ...Object.fromEntries(tests) },
    edits: isOwn ? state.edits.filter(edit => !isDone(edit, { before, after })) : state.edits,
    undoable,
    marks,
  };
}

/** Each test has one edit under way at a time. */
const isDone = ({ state, testCode }: Edit, { before, after }: Omit<Change, 'notice'>): boolean =>
  state.phase === 'sending' && before.open[testCode] !== after.open[testCode];

interface SnapshotDifference {
  patches: readonly Patch[];
  before: ProjectView;
  after: ProjectView;
}

/** Modules and tests by code, actions as `t5/a7`, links by text. */
function changedNames({ patches, before, after }: SnapshotDifference): string[] {
  const records = patches.flatMap(({ path: [part, name] }) => {
    if (name === undefined) return [];
    if (part === 'links') return [linkMark(name)];
    return part === 'modules' || part === 'tests' ? [name] : [];
  });
  const actions = Object.values(after.open).flatMap(({ testCode, actions: now }) => {
    const old = new Set<object>(before.open[testCode]?.actions);
    return now.filter(action => !old.has(action)).map(({ actionId }) => `${testCode}/${actionId}`);
  });
  return [...records, ...actions];
}
