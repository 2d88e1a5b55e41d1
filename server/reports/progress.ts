import picocolors from 'picocolors';
import { allItems, type ItemResult } from '../../model/run/run.ts';
import { PrettyPrinter, SIGNS } from './pretty-printer.ts';
import type { Reporter, ReportOutput } from './reporter.ts';

const SIGNS_PER_LINE = 80;
const GOOD: readonly ItemResult['state'][] = ['passed', 'skipped'];

const FLAKY = { sign: 'F', color: 'yellow' } as const;

export const progress: Reporter = {
  summary: 'one character per test, then what did not pass, and a summary',
  audience: 'people',
  fileName: 'progress.txt',
  start(output) {
    const signs = new SignLine(output);
    return {
      progress(event) {
        if (event.kind === 'item-finished') signs.item(event.itemIndex, event.item);
      },
      finished({ run, folder }) {
        const items = allItems(run);
        for (const [index, item] of items.entries()) signs.item(index, item);
        signs.end();
        const printer = new PrettyPrinter(output);
        printer.folder = folder;
        for (const [index, item] of items.entries())
          if (item.flaky || !GOOD.includes(item.state)) printer.item(index, item);
        printer.end(run);
      },
    };
  },
};

class SignLine {
  readonly #output: ReportOutput;
  readonly #colors: ReturnType<typeof picocolors.createColors>;
  readonly #reported = new Set<number>();

  constructor(output: ReportOutput) {
    this.#output = output;
    this.#colors = picocolors.createColors(output.colors);
  }

  item(index: number, { state, flaky }: ItemResult): void {
    if (this.#reported.has(index)) return;
    this.#reported.add(index);
    const { sign, color } = flaky ? FLAKY : SIGNS[state];
    this.#output.write(this.#colors[color](state === 'passed' && !flaky ? '.' : sign));
    if (this.#reported.size % SIGNS_PER_LINE === 0) this.#output.write('\n');
  }

  end(): void {
    if (this.#reported.size % SIGNS_PER_LINE !== 0) this.#output.write('\n');
    if (this.#reported.size > 0) this.#output.write('\n');
  }
}
