import classes from './health.module.css';
import type { ShownModule } from './use-health.ts';

const BAR = 5;
const STEP = 7;
const HEIGHT = 20;
const MOST = 20;
/** Keeps the smallest failure visible. */
const LEAST = 5;

type ModuleRun = ShownModule['runs'][number];

/** The newest run is at the right; red failures are on top of green passes. */
export function RunBars({ runs }: { runs: readonly ModuleRun[] }) {
  if (runs.length === 0) return <span className={classes.bars} />;
  const start = (MOST - runs.length) * STEP;
  const parts = runs.map((run, index) => ({ x: start + index * STEP, red: redOf(run) }));
  const text = barsText(runs);
  return (
    <svg className={classes.bars} viewBox={`0 0 ${MOST * STEP} ${HEIGHT}`} role="img" aria-label={text}>
      <title>{text}</title>
      <path className={classes.passed} d={parts.map(({ x, red }) => box(x, red, HEIGHT)).join('')} />
      <path className={classes.failed} d={parts.map(({ x, red }) => box(x, 0, red)).join('')} />
    </svg>
  );
}

const box = (x: number, top: number, bottom: number): string =>
  bottom > top ? `M${x} ${top}h${BAR}V${bottom}h-${BAR}Z` : '';

function redOf({ passed, failed }: ModuleRun): number {
  if (failed === 0) return 0;
  return passed === 0 ? HEIGHT : Math.max(LEAST, Math.round((HEIGHT * failed) / (passed + failed)));
}

/** e.g. `Last 5 runs: 4 passed, 1 failed, the last one passed`. */
function barsText(runs: readonly ModuleRun[]): string {
  const bad = runs.filter(({ failed }) => failed > 0).length;
  const last = (runs.at(-1)?.failed ?? 0) > 0 ? 'failed' : 'passed';
  if (runs.length === 1) return `Its only run lately ${last}`;
  const good = runs.length - bad;
  const counts = [...(good > 0 ? [`${good} passed`] : []), ...(bad > 0 ? [`${bad} failed`] : [])];
  return `Last ${runs.length} runs: ${counts.join(', ')}, the last one ${last}`;
}
