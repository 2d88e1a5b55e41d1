import { type ActionResult, allItems, hasFailed, type ItemResult, isScenario, type Run } from './run.ts';

/** `outdated`: neither the picture that the run compared with is kept now, nor the one that it took. */
export const PICTURE_STATES = ['open', 'accepted', 'outdated'] as const;

/** A picture of a run that is not the one kept in `baseline`, or is the first for it. */
export interface PictureDifference extends Pick<ActionResult, 'testCode' | 'actionId' | 'title'> {
  itemTitle: string;
  /** From `files/` on. */
  baseline: string;
  message: string;
  /** Files of the run. */
  pictures: { expected?: string | undefined; actual: string; diff?: string | undefined };
}

function* failuresOf(results: readonly ActionResult[]): Generator<ActionResult> {
  for (const result of results) {
    if (result.state !== 'failed' && result.state !== 'error') continue;
    const below = [...failuresOf(result.actions ?? [])];
    if (below.length === 0) yield result;
    else yield* below;
  }
}

const failuresOfItem = (item: ItemResult): ActionResult[] => {
  const signIns = (item.signIns ?? []).flatMap(({ actions }) => actions);
  const own = isScenario(item)
    ? item.steps.flatMap(({ actions }) => actions)
    : [...(item.before?.actions ?? []), ...item.actions, ...(item.after?.actions ?? [])];
  return [...failuresOf([...signIns, ...own])];
};

/** In the order in which they were taken; of the last attempt of each item. */
export const pictureDifferences = (run: Pick<Run, 'items' | 'scenarios'>): PictureDifference[] =>
  allItems(run).flatMap(item =>
    failuresOfItem(item).flatMap(({ testCode, actionId, title, error }) => {
      if (error?.pictures === undefined || error.baseline === undefined) return [];
      const { baseline, message, pictures } = error;
      return [
        {
          itemTitle: isScenario(item) ? item.name : item.title,
          testCode,
          actionId,
          title,
          baseline,
          message,
          pictures,
        },
      ];
    }),
  );

/** Whether nothing but how the page looks made it fail: that is a change, and no sign of a flaky test. */
export function failedByPicture(item: ItemResult): boolean {
  const failures = hasFailed(item) ? failuresOfItem(item) : [];
  return failures.length > 0 && failures.every(({ error }) => error?.pictures !== undefined);
}
