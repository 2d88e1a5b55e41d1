import { availableParallelism, loadavg } from 'node:os';

/** Of so much work for each processor, what waits for one waits long. */
const BUSY_FROM = 1.5;

interface Load {
  /** Work that waits for a processor or has one, on average over a minute; 0 where nobody counts it. */
  load: number;
  processors: number;
}

const loadNow = (): Load => ({ load: loadavg()[0] ?? 0, processors: availableParallelism() });

/** Why a page may not answer that waits for nobody: on a busy machine it need not be the page. */
export function whySilent({ load, processors }: Load = loadNow()): string {
  if (load < BUSY_FROM * processors) return 'a script on it may run without end';
  const machine = `load ${load.toFixed(1)} on ${processors} processor${processors === 1 ? '' : 's'}`;
  return `the machine is busy (${machine}), or a script on it runs without end`;
}
