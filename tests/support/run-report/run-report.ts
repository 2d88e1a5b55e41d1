import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { Reporter, TestCase, TestModule, TestSpecification, Vitest } from 'vitest/node';
import { inSeconds, placeOf, repeatLine, repeatSpecLine } from './spec-lines.ts';

/** Rows of the table in CONTRIBUTING.md: area, CPU seconds of the gate, of the full run. */
const ROW = /^\| `([\w/-]+)` \| (\d+) \| (\d+) \|$/gm;

const DEAREST = 10;

interface Budget {
  area: string;
  gate: number;
  full: number;
}

const readBudgets = (): Budget[] =>
  [...readFileSync(new URL('../../../CONTRIBUTING.md', import.meta.url), 'utf8').matchAll(ROW)].map(
    ([, area = '', gate, full]) => ({ area, gate: Number(gate), full: Number(full) }),
  );

const costOf = (task: TestModule | TestCase): number => task.meta().cpuMs ?? 0;

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/**
 * Tells at the end of a run what it cost in processor time of all processes, which specs did not run and why, and in a
 * whole run which doors of the product no spec went through (one that is missing fails the run), and how each failed
 * spec is run alone.
 */
export class RunReport implements Reporter {
  readonly #mode: string;
  #begin = performance.now();
  #vitest: Vitest | undefined;
  #isWhole = false;

  /** `gate`, `full`, or vitest's default `test` for some specs. */
  constructor(mode: string) {
    this.#mode = mode;
  }

  onInit(vitest: Vitest): void {
    this.#begin = performance.now();
    this.#vitest = vitest;
  }

  async onTestRunStart(chosen: readonly TestSpecification[]): Promise<void> {
    const all = (await this.#vitest?.globTestSpecifications()) ?? [];
    const isNarrowed = this.#vitest?.config.testNamePattern !== undefined || chosen.length < all.length;
    this.#isWhole = (this.#mode === 'gate' || this.#mode === 'full') && !isNarrowed;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const ran = modules.filter(module => module.state() !== 'skipped');
    const lines = [
      ...this.#areas(ran),
      ...dearest(ran),
      ...notRun(modules, this.#mode),
      ...this.#doors(modules),
      ...this.#failed(modules),
      this.#total(modules),
    ];
    process.stdout.write(`\n${lines.join('\n')}\n`);
  }

  #areas(modules: readonly TestModule[]): string[] {
    const budgets = readBudgets();
    const used = new Map<string, number>();
    for (const module of modules) {
      const area = areaOf(module, budgets);
      used.set(area, (used.get(area) ?? 0) + costOf(module));
    }
    const rows = [...used].sort().map(([area, ms]) => {
      const budget = budgets.find(known => known.area === area)?.[this.#mode === 'gate' ? 'gate' : 'full'];
      const isOver = this.#isWhole && budget !== undefined && ms > budget * 1000;
      return row(area, inSeconds(ms), budget === undefined ? '' : String(budget)) + (isOver ? '  over' : '');
    });
    return [row('CPU seconds', 'used', 'budget'), ...rows, ''];
  }

  #doors(modules: readonly TestModule[]): string[] {
    if (!this.#isWhole) return [];
    const gone = new Set(modules.flatMap(module => module.meta().doors ?? []));
    const specs = modules.flatMap(module => [...module.children.allTests()]);
    const wanted = specs.flatMap(spec => spec.meta().wantedDoors ?? []);
    const missing = wanted.filter(door => !gone.has(door));
    if (missing.length === 0) return [`Specs went through all ${wanted.length} doors of the product.`, ''];
    process.exitCode = 1;
    return [`Of ${wanted.length} doors no spec went through these:`, ...missing.map(door => `  ${door}`), ''];
  }

  /** A file whose hook failed is told as a whole. */
  #failed(modules: readonly TestModule[]): string[] {
    const lines = modules.flatMap(module => {
      const specs = [...module.children.allTests('failed')];
      if (specs.length > 0) return specs.map(spec => repeatSpecLine(spec, this.#mode));
      return module.state() === 'failed' ? [repeatLine(module, this.#mode)] : [];
    });
    return lines.length === 0 ? [] : ['What failed, each with the line that runs it alone', ...lines, ''];
  }

  #total(modules: readonly TestModule[]): string {
    const wall = performance.now() - this.#begin;
    const specs = modules.flatMap(module => [...module.children.allTests()]);
    const count = (state: string) => specs.filter(spec => spec.result().state === state).length;
    const cost = `${inSeconds(sum(modules.map(costOf)))} CPU seconds in ${inSeconds(wall)} s on ${cpus().length} cores.`;
    return `${cost}\n\n${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`;
  }
}

const row = (area: string, used: string, budget: string) =>
  `${area.padEnd(26)}${used.padStart(6)}${budget.padStart(8)}`;

/** The area with the longest name that the path begins with; else its folder. */
function areaOf({ relativeModuleId }: TestModule, budgets: readonly Budget[]): string {
  const path = relativeModuleId.replace(/^tests\//, '');
  const fitting = budgets.map(({ area }) => area).filter(area => path.startsWith(`${area}/`));
  return fitting.sort((one, other) => other.length - one.length)[0] ?? path.split('/')[0] ?? path;
}

function dearest(modules: readonly TestModule[]): string[] {
  const specs = modules.flatMap(module => [...module.children.allTests()]);
  const first = specs.sort((one, other) => costOf(other) - costOf(one)).slice(0, DEAREST);
  const rows = first.map(spec => `${inSeconds(costOf(spec)).padStart(6)}  ${placeOf(spec.module)}: ${spec.name}`);
  return ['The dearest specs, in CPU seconds', ...rows, ''];
}

/** Each reason once, with how many specs it kept from running. */
function notRun(modules: readonly TestModule[], mode: string): string[] {
  const reasons = new Map<string, number>();
  for (const spec of modules.flatMap(module => [...module.children.allTests('skipped')]))
    reasons.set(whyNot(spec, mode), (reasons.get(whyNot(spec, mode)) ?? 0) + 1);
  if (reasons.size === 0) return ['Every spec ran.', ''];
  const rows = [...reasons].map(([reason, count]) => `${String(count).padStart(6)}  ${reason}`);
  return ['Specs that did not run, and why', ...rows, ''];
}

function whyNot(spec: TestCase, mode: string): string {
  const result = spec.result();
  if (result.state === 'skipped' && result.note !== undefined) return result.note;
  if (mode === 'gate' && spec.tags.includes('full')) return 'left to npm run test:full';
  return `not on this machine: ${placeOf(spec.module)}: ${spec.name}`;
}
