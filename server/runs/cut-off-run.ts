import type { ItemResult, Run } from '../../model/run/run.ts';

const REASON = 'Steploom ended while the run went on.';

/** The end of a run whose process died: what was stored of it, as an error. The test that was under way is stopped. */
export const endCutOff = ({ processId: _gone, ...run }: Run): Run => ({
  ...run,
  finishedAt: new Date(Date.parse(run.startedAt) + run.elapsedMs).toISOString(),
  state: 'error',
  reason: REASON,
  items: run.items.map(stopped),
  ...(run.scenarios === undefined ? {} : { scenarios: run.scenarios.map(stopped) }),
});

const stopped = <Item extends ItemResult>(item: Item): Item =>
  item.state === 'running' ? { ...item, state: 'stopped' } : item;
