/** "Steploom" in the export menu of Chrome's own Recorder panel. */
import '../no-eval.ts';
import { EXPORTER } from './exporter.ts';

chrome.devtools.recorder.registerRecorderExtensionPlugin(EXPORTER, 'Steploom', 'application/json');
