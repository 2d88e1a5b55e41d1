import { allItems } from '../../model/run/run.ts';
import { PrettyPrinter } from './pretty-printer.ts';
import type { Reporter } from './reporter.ts';

export const pretty: Reporter = {
  summary: 'tests as they end, failures in plain words, and a summary (the default)',
  title: 'Text',
  audience: 'people',
  fileName: 'report.txt',
  start(output) {
    const printer = new PrettyPrinter(output);
    return {
      progress(event) {
        if (event.kind === 'run-started') printer.folder = event.folder;
        if (event.kind === 'item-finished') printer.item(event.itemIndex, event.item);
      },
      finished({ run, folder }) {
        printer.folder = folder;
        for (const [index, item] of allItems(run).entries()) printer.item(index, item);
        printer.end(run);
      },
    };
  },
};
