import { setTimeout as pause } from 'node:timers/promises';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { endProcessesOfRun, workersOfRun } from '../temporary-root.ts';
import { lookAtProcess } from './cpu-time.ts';
import { inSeconds, placeOf, repeatLine, repeatSpecLine } from './spec-lines.ts';

/** Long enough to tell a worker that computes from one that waits. */
const LOOK_MS = 2_000;

/**
 * Ends a run that takes longer than its limit, with everything it started, and names what hung: a spec that blocks its
 * worker is beyond vitest's own limits.
 */
export class TimeLimit implements Reporter {
  readonly #limitMs: number;
  readonly #mode: string;
  readonly #modules = new Map<string, { module: TestModule; since: number }>();
  readonly #specs = new Map<string, { spec: TestCase; since: number }>();
  #timer: NodeJS.Timeout | undefined;

  constructor({ limitMs, mode }: { limitMs: number; mode: string }) {
    this.#limitMs = limitMs;
    this.#mode = mode;
  }

  onTestRunStart(): void {
    this.#timer = setTimeout(() => void this.#giveUp(), this.#limitMs);
  }

  onTestModuleStart(module: TestModule): void {
    this.#modules.set(module.id, { module, since: performance.now() });
  }

  onTestModuleEnd(module: TestModule): void {
    this.#modules.delete(module.id);
  }

  onTestCaseReady(spec: TestCase): void {
    this.#specs.set(spec.id, { spec, since: performance.now() });
  }

  onTestCaseResult(spec: TestCase): void {
    this.#specs.delete(spec.id);
  }

  onTestRunEnd(): void {
    clearTimeout(this.#timer);
  }

  async #giveUp(): Promise<void> {
    const specs = [...this.#specs.values()].map(({ spec, since }) => {
      const line = `${placeOf(spec.module)}: ${spec.fullName}`;
      return `  ${line}, for ${inSeconds(performance.now() - since)} s\n    ${repeatSpecLine(spec, this.#mode)}`;
    });
    const busy = new Set([...this.#specs.values()].map(({ spec }) => spec.module.id));
    const files = [...this.#modules.values()]
      .filter(({ module }) => !busy.has(module.id))
      .map(({ module, since }) => {
        const line = `${placeOf(module)}: a hook, or a spec that blocks its worker`;
        return `  ${line}, for ${inSeconds(performance.now() - since)} s\n    ${repeatLine(module, this.#mode)}`;
      });
    const told = [`The run was ended after ${inSeconds(this.#limitMs)} s. What had not ended:`, ...specs, ...files];
    told.push('The workers:', ...(await lookAtWorkers()));
    process.stderr.write(`\n${told.join('\n')}\n`);
    endProcessesOfRun();
    process.exit(1);
  }
}

/** A blocked worker either computes all the time, or waits for the system and computes nothing. */
async function lookAtWorkers(): Promise<string[]> {
  const before = workersOfRun().map(pid => ({ pid, cpuMs: lookAtProcess(pid)?.cpuMs ?? 0 }));
  await pause(LOOK_MS);
  return before.map(({ pid, cpuMs }) => {
    const now = lookAtProcess(pid);
    if (now === undefined) return `  ${pid} has ended`;
    return `  ${pid}, state ${now.state}, used ${now.cpuMs - cpuMs} ms of the last ${LOOK_MS}`;
  });
}
