import { importChromeRecorder } from '../../model/exchange/import-chrome-recorder.ts';

/** What Chrome's Recorder panel asks of an exporter. */
interface RecorderExporter {
  stringify(recording: unknown): Promise<string>;
  stringifyStep(step: unknown): Promise<string>;
}

const asText = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

const testOf = (recording: unknown) => {
  const [test] = importChromeRecorder(JSON.stringify(recording));
  return { name: test?.name ?? 'Recording', actions: test?.actions ?? [] };
};

/** A recording as a test of Steploom, which the page takes when it is pasted into “Import tests”. */
export const EXPORTER: RecorderExporter = {
  stringify: async recording => asText(testOf(recording)),
  // The panel shows it beside the step.
  stringifyStep: async step =>
    testOf({ steps: [step] })
      .actions.map(asText)
      .join(''),
};
