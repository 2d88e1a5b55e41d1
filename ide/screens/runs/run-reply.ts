import type { ReplyOf } from '../../app/tool-replies.ts';

type GetRunReply = ReplyOf<'getRun'>;

export type ShownTest = GetRunReply['run']['items'][number];
export type ShownScenario = NonNullable<GetRunReply['run']['scenarios']>[number];
/** What a run has a result for. */
export type ShownItem = ShownTest | ShownScenario;
export type ShownStep = ShownScenario['steps'][number];
export type ShownAction = ShownStep['actions'][number];
export type ShownFailure = NonNullable<ShownAction['error']>;
/** A test that ran before or after another one, or signed in for it. */
export type ShownHook = NonNullable<ShownTest['before']>;
export type ShownHistory = NonNullable<ShownTest['history']>;

export const isScenario = (item: ShownItem): item is ShownScenario => 'steps' in item;

/** By `itemKey`. */
export type Histories = ReadonlyMap<string, ShownHistory>;

export type ShownRun = GetRunReply['run'] & { scenarios: ShownScenario[] };
export type RunReply = GetRunReply & { run: ShownRun };
