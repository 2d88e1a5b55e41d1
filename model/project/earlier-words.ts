/** Converts files of earlier releases; the result is validated afterwards. */
import { isRecord } from '../values/json-value.ts';

/** project.json: pages were kept or not, and videos `each` time. */
export function projectInWordsOfNow(json: unknown): unknown {
  if (!isRecord(json) || !isRecord(json.settings) || !isRecord(json.settings.evidence)) return json;
  const { pages, ...evidence } = json.settings.evidence;
  const trace = typeof pages === 'boolean' ? { trace: pages ? 'on' : 'off' } : {};
  return { ...json, settings: { ...json.settings, evidence: { ...trace, ...videoInWordsOfNow(evidence) } } };
}

/** run.json. */
export const runInWordsOfNow = <Json extends Readonly<Record<string, unknown>>>(json: Json): Json =>
  isRecord(json.options) ? { ...json, options: videoInWordsOfNow(json.options) } : json;

const videoInWordsOfNow = (options: Readonly<Record<string, unknown>>) =>
  options.video === 'each' ? { ...options, video: 'on' } : options;
