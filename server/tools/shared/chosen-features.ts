import { AppError } from '../../../model/errors/errors.ts';
import { nearestNames } from '../../../model/errors/nearest.ts';
import type { PlannedFeature, SyncPlan } from '../../feature-sync/plan-sync.ts';

/** By what a feature of a plan may be chosen. */
const wordsOf = ({ name, source, feature, entry }: PlannedFeature): string[] => [
  name,
  source.file,
  feature.name,
  ...(entry === undefined ? [] : [entry.featureCode]),
];

/** The part of a plan that is chosen. Errors: `not-found` for a word that means nothing in it. */
export function selected(plan: SyncPlan, words: readonly string[]): SyncPlan {
  const wanted = new Set(words);
  const isWanted = (names: readonly string[]) => names.some(name => wanted.has(name));
  const ofRemoved = ({ featureCode, file, name }: SyncPlan['removed'][number]) => [featureCode, file, name];
  const known = new Set([...plan.features.flatMap(wordsOf), ...plan.removed.flatMap(ofRemoved)]);
  for (const { file } of plan.failed) known.add(file);
  const unknown = words.findIndex(word => !known.has(word));
  if (unknown >= 0) throw notThere(words[unknown] ?? '', unknown, [...known]);
  return {
    features: plan.features.filter(each => isWanted(wordsOf(each))),
    removed: plan.removed.filter(each => isWanted(ofRemoved(each))),
    failed: plan.failed.filter(({ file }) => wanted.has(file)),
  };
}

const SHOWN = 5;

function notThere(word: string, index: number, names: readonly string[]): AppError {
  const close = nearestNames(word, names, SHOWN).map(name => `"${name}"`);
  const hint = close.length === 0 ? '' : ` Close to it: ${close.join(', ')}.`;
  return new AppError('not-found', `Nothing that comes is called "${word}".${hint}`, {
    field: `select[${index}]`,
    next: 'importFeatures with dryRun',
  });
}
