/** "Steploom" in the export menu of Chrome's own Recorder panel. */
import '../no-eval.ts';
import { ask } from '../ask-worker.ts';
import { EXPORTER } from './exporter.ts';

chrome.devtools.recorder.registerRecorderExtensionPlugin(
  {
    ...EXPORTER,
    /** A browser that is paired stores it as a test as well. */
    async stringify(recording) {
      await ask({ kind: 'store-recording', recording: JSON.stringify(recording) }).catch(() => {});
      return await EXPORTER.stringify(recording);
    },
  },
  'Steploom',
  'application/json',
);
