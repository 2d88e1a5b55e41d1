import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FeatureFile } from '../../model/project/features-file.ts';
import type { ParsedFeature } from './parse-feature.ts';

export interface ReadFeature {
  source: FeatureFile;
  parsed: ParsedFeature;
}

/** Other work gets its turn after this time. */
const SLICE_MS = 15;

/** A changed file is a new record; one that was moved or copied to a version is the same text. */
const known = new WeakMap<FeatureFile, ParsedFeature>();

/** Parses each text once, without blocking the process. */
export async function readFeatures(files: Iterable<FeatureFile>): Promise<ReadFeature[]> {
  const found: ReadFeature[] = [];
  let sliceEnd = performance.now() + SLICE_MS;
  for (const source of files) {
    found.push({ source, parsed: known.get(source) ?? (await parse(source)) });
    if (performance.now() < sliceEnd) continue;
    await nextTurn();
    sliceEnd = performance.now() + SLICE_MS;
  }
  return found;
}

/** The parser is loaded with the first feature, not with the service. */
async function parse(source: FeatureFile): Promise<ParsedFeature> {
  const { parseFeature } = await import('./parse-feature.ts');
  const parsed = parseFeature(source.text);
  known.set(source, parsed);
  return parsed;
}
