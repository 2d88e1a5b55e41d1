import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FeatureFile } from '../../model/project/features-file.ts';
import type { ParsedFeature } from './parse-feature.ts';

/** A feature file with what it says. */
export interface ReadFeature {
  source: FeatureFile;
  parsed: ParsedFeature;
}

/** Others get their turn after so long. */
const SLICE_MS = 15;

/** A file that changes is another record; one that only was moved or copied to a version is the same text. */
const known = new WeakMap<FeatureFile, ParsedFeature>();

/** Reads feature files, each text once, without keeping the process from its other work. */
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

/** The parser is loaded when the first feature is read, not with the service. */
async function parse(source: FeatureFile): Promise<ParsedFeature> {
  const { parseFeature } = await import('./parse-feature.ts');
  const parsed = parseFeature(source.text);
  known.set(source, parsed);
  return parsed;
}
