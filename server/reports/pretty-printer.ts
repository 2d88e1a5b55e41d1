import { join, relative } from 'node:path';
import picocolors from 'picocolors';
import { counted } from '../../model/names/counted.ts';
import { scenarioTitle, signInTitle } from '../../model/run/item-title.ts';
import { leftOutCount, repairCount, repairWords } from '../../model/run/repairs.ts';
import {
  type ActionFailure,
  type HookResult,
  type ItemResult,
  type ItemState,
  isScenario,
  type ResultNode,
  type Run,
  type StepResult,
} from '../../model/run/run.ts';
import { plainLines, singleLine, withoutTurns } from '../runs/messages/plain-text.ts';
import { explainFailure, isBad } from '../runs/messages/report-steps.ts';
import { countStates } from '../runs/record/run-summary.ts';
import type { ReportOutput } from './reporter.ts';

const LONGEST_TEXT = 2_000;
const MOST_LINES = 30;
const INDENT = '  ';

type Colors = ReturnType<typeof picocolors.createColors>;
type Color = 'green' | 'red' | 'yellow' | 'dim';

export const SIGNS: Record<ItemState, { sign: string; color: Color }> = {
  passed: { sign: '✓', color: 'green' },
  failed: { sign: '✗', color: 'red' },
  error: { sign: '✗', color: 'red' },
  notImplemented: { sign: '?', color: 'yellow' },
  stopped: { sign: '■', color: 'yellow' },
  skipped: { sign: '-', color: 'dim' },
  running: { sign: '…', color: 'dim' },
};

const COUNTED: Record<ItemState, (count: number) => string> = {
  passed: count => `${count} passed`,
  failed: count => `${count} failed`,
  error: count => (count === 1 ? '1 error' : `${count} errors`),
  notImplemented: count => `${count} not implemented`,
  stopped: count => `${count} stopped`,
  skipped: count => `${count} skipped`,
  running: count => `${count} under way`,
};

export class PrettyPrinter {
  folder = '';
  readonly #output: ReportOutput;
  readonly #colors: Colors;
  readonly #printed = new Set<number>();
  #heading: string | undefined;

  constructor(output: ReportOutput) {
    this.#output = output;
    this.#colors = picocolors.createColors(output.colors);
  }

  item(index: number, item: ItemResult): void {
    if (this.#printed.has(index)) return;
    this.#printed.add(index);
    const heading = headingOf(item);
    if (heading !== this.#heading) this.#line(0, this.#colors.bold(singleLine(heading)));
    this.#heading = heading;
    const time = item.state === 'skipped' ? '' : this.#time(item.ms);
    const title = isScenario(item) ? scenarioTitle(item) : item.title;
    this.#line(1, `${this.#sign(item.state)} ${singleLine(title)}${time}${this.#attempts(item)}`);
    if (item.flaky) this.#earlier(item);
    for (const result of allResults(item)) this.#changes(result);
    if (item.state === 'passed' || item.state === 'skipped') return;
    for (const signIn of item.signIns ?? []) this.#action({ ...signIn, title: signInTitle(signIn) }, 3);
    this.#parts(item);
    if (item.error !== undefined) this.#failure(item.error, 3);
  }

  #attempts({ flaky, attempts = [] }: ItemResult): string {
    if (attempts.length === 0) return '';
    const count = attempts.length + 1;
    return flaky ? this.#colors.yellow(` flaky: passed at attempt ${count}`) : this.#colors.dim(` ${count} attempts`);
  }

  #earlier({ attempts = [] }: ItemResult): void {
    for (const [index, attempt] of attempts.entries()) {
      const message = messageOf('steps' in attempt ? attempt.steps : attempt.actions) ?? attempt.error?.message ?? '';
      this.#line(3, this.#colors.dim(singleLine(`Attempt ${index + 1}: ${attempt.state}. ${message}`)));
    }
  }

  #parts(item: ItemResult): void {
    if (isScenario(item)) {
      for (const step of item.steps) this.#step(step);
      return;
    }
    const { before, actions, after } = item;
    this.#hook('Before', before);
    this.#actions(actions, 3);
    this.#hook('After', after);
  }

  #step({ keyword, text, state, ms, error, actions }: StepResult): void {
    const title = singleLine(`${keyword} ${text}`);
    if (state === 'notImplemented') this.#line(3, `${this.#sign(state)} ${title} (not implemented)`);
    else if (state === 'skipped') this.#line(3, `${this.#sign(state)} ${title}`);
    else this.#action({ title, state, ms, actions, error }, 3);
  }

  end({ items, scenarios = [], reason, elapsedMs }: Run) {
    const counts = [...countStates([...items, ...scenarios])].filter(([, count]) => count > 0);
    const flaky = [...items, ...scenarios].filter(item => item.flaky).length;
    const parts = counts.map(([state, count]) => this.#colors[SIGNS[state].color](COUNTED[state](count)));
    if (flaky > 0) parts.splice(1, 0, this.#colors.yellow(`${flaky} of them flaky`));
    const repaired = repairCount([...items, ...scenarios]);
    if (repaired > 0) parts.push(this.#colors.yellow(`${counted(repaired, 'action')} repaired`));
    const missing = leftOutCount([...items, ...scenarios]);
    if (missing > 0) parts.push(this.#colors.yellow(`${counted(missing, 'action')} left out on import`));
    const totals = [counted(items.length, 'test'), counted(scenarios.length, 'scenario')];
    const total = totals.filter(text => !text.startsWith('0 ')).join(', ') || totals[0];
    this.#output.write('\n');
    if (reason !== undefined) for (const line of plainLines(reason)) this.#line(0, line);
    this.#line(0, `${total}: ${parts.length === 0 ? 'none ran' : parts.join(', ')} (${inSeconds(elapsedMs)})`);
  }

  #hook(when: string, hook: HookResult | undefined): void {
    if (hook !== undefined) this.#action({ ...hook, title: `${when} each test: ${hook.title}` }, 3);
  }

  #actions(results: readonly ResultNode[], depth: number): void {
    const ran = results.filter(({ state }) => state !== 'skipped');
    for (const result of ran) this.#action(result, depth);
    const left = results.length - ran.length;
    if (left > 0) this.#line(depth, this.#colors.dim(`- ${left} ${left === 1 ? 'action' : 'actions'} did not run`));
  }

  #action(result: ResultNode, depth: number): void {
    const { state, title, ms, round, error, screenshot, screenshotNote, actions = [] } = result;
    const which = round === undefined ? '' : ` (round ${round})`;
    this.#line(depth, `${this.#sign(state)} ${singleLine(title)}${which}${this.#time(ms)}`);
    if (!isBad(result)) return;
    this.#actions(actions, depth + 1);
    if (error !== undefined) this.#failure(error, depth + 1);
    if (screenshot !== undefined) this.#line(depth + 1, `Screenshot: ${this.#shortPath(screenshot)}`);
    if (screenshotNote !== undefined) this.#line(depth + 2, screenshotNote);
    for (const [kind, file] of Object.entries(error?.pictures ?? {}))
      this.#line(depth + 1, `Picture (${kind}): ${this.#shortPath(file)}`);
  }

  #changes({ title, wrote, note, repaired, leftOut }: ResultNode): void {
    if (leftOut) this.#line(2, this.#colors.yellow(singleLine(`Left out on import: ${title}`)));
    if (repaired !== undefined)
      this.#line(2, this.#colors.yellow(singleLine(`Repaired “${title}”: ${repairWords(repaired)}`)));
    if (wrote !== undefined) this.#line(2, this.#colors.yellow(`Wrote ${singleLine(wrote)}`));
    if (note !== undefined) this.#line(2, this.#colors.yellow(singleLine(note)));
  }

  #failure(failure: ActionFailure, depth: number): void {
    const lines = explainFailure(failure).flatMap(text => plainLines(clipped(text)));
    for (const line of lines.slice(0, MOST_LINES)) this.#line(depth, this.#colors.red(line));
    if (lines.length > MOST_LINES) this.#line(depth, this.#colors.dim(`… ${lines.length - MOST_LINES} more lines`));
  }

  #sign(state: ItemState): string {
    const { sign, color } = SIGNS[state];
    return this.#colors[color](sign);
  }

  #time = (ms: number): string => this.#colors.dim(` ${Math.round(ms)} ms`);

  #shortPath(file: string): string {
    const path = join(this.folder, file);
    const short = relative(this.#output.directory, path);
    return short.startsWith('..') ? path : short;
  }

  #line(depth: number, text: string): void {
    this.#output.write(`${INDENT.repeat(depth)}${withoutTurns(text)}\n`);
  }
}

type FailedNode = Pick<ResultNode, 'error' | 'actions'> & { state: ItemState };

function messageOf(results: readonly FailedNode[]): string | undefined {
  const bad = results.find(({ state }) => state === 'failed' || state === 'error');
  return bad && (messageOf(bad.actions ?? []) ?? bad.error?.message);
}

const headingOf = (item: ItemResult): string =>
  isScenario(item) ? item.featureName || item.file : (item.moduleName ?? item.moduleCode);

function allResults(item: ItemResult): ResultNode[] {
  if (isScenario(item)) return item.steps.flatMap(({ actions }) => actions).flatMap(withInner);
  const { before, actions, after } = item;
  return [...(before?.actions ?? []), ...actions, ...(after?.actions ?? [])].flatMap(withInner);
}

const withInner = (result: ResultNode): ResultNode[] => [result, ...(result.actions ?? []).flatMap(withInner)];

const clipped = (text: string): string => (text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text);

const inSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
