import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { nearestNames } from '../../model/errors/nearest.ts';
import { isImportUpload } from '../../model/feature/feature-files.ts';
import { counted } from '../../model/names/counted.ts';
import { FilePath } from '../../model/names/file-path.ts';
import type { FeatureSource } from '../../model/project/features-file.ts';
import { changeFeatures, type FeatureChanges } from '../feature-sync/change-features.ts';
import { stepCounts } from '../feature-sync/count-steps.ts';
import type { FeatureCatalog } from '../feature-sync/feature-catalog.ts';
import { keepLastSync } from '../feature-sync/last-sync.ts';
import { type PlannedFeature, planSync, type SyncPlan } from '../feature-sync/plan-sync.ts';
import { type ProposedLink, proposedLinks } from '../feature-sync/propose-links.ts';
import { ARCHIVE_LIMITS } from '../test-management/archive/check-entry.ts';
import type { OpenProject } from '../workspace/workspace.ts';
import { defineTool } from './define/define-tool.ts';
import { versionOf } from './define/version.ts';
import { ImportFeaturesOutput, importReply } from './features/import-views.ts';
import { incomingFeatures, SOURCE_FIELDS } from './features/incoming.ts';

const wordsOf = ({ name, source, feature, entry }: PlannedFeature): string[] => [
  name,
  source.file,
  feature.name,
  ...(entry === undefined ? [] : [entry.featureCode]),
];

/** The chosen part of a plan. Errors: `not-found` for a word that selects nothing in it. */
function selected(plan: SyncPlan, words: readonly string[]): SyncPlan {
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
  const hint = close.length === 0 ? '' : ` Similar: ${close.join(', ')}.`;
  return new AppError('not-found', `Nothing that comes is called "${word}".${hint}`, {
    field: `select[${index}]`,
    next: 'importFeatures with dryRun',
  });
}

const MOST_FEATURES = ARCHIVE_LIMITS.entries;
/** Longer than anybody reviews an import. */
const UPLOAD_LIFE_MS = 3_600_000;

export const importFeatures = defineTool({
  name: 'importFeatures',
  takesFiles: true,
  group: 'features',
  scope: 'write',
  title: 'Import features',
  summary:
    'Add feature files to the version, all or none; steps whose text is linked are black at once; alike lists new ones that differ from linked ones only in values. With dryRun it only tells what would be imported. Files that cannot be read are listed and left out.',
  input: {
    ...SOURCE_FIELDS,
    select: z
      .array(z.string().min(1).max(1_000))
      .max(MOST_FEATURES)
      .optional()
      .describe('Only these of what the plan lists: files, names or codes'),
    dryRun: z.boolean().optional().describe('Only tell the plan'),
    withDiff: z.boolean().optional().describe('Tell the lines that changed features get and lose'),
    limit: z.number().int().min(1).max(MOST_FEATURES).optional().describe('Most features to list'),
  },
  output: ImportFeaturesOutput,
  errors: ['not-found', 'forbidden', 'invalid-project', 'feature-server-failed', 'stopped', 'busy'],
  examples: [{ source: 'text', fileName: 'basket.feature', text: 'Feature: Basket\n  Scenario: Empty\n' }],
  hints: { openWorld: true },
  async run({ versionId, select, dryRun = false, withDiff = false, limit, ...from }, context) {
    const { incoming, origin, note } = await incomingFeatures(context, from);
    const linksAlike = context.project.store.content.project.settings?.features?.linkLike === true;
    const { result, isDone } = await changeFeatures(context.project.store, {
      content: versionOf(context, versionId),
      actor: context.actor,
      plan: async (current, catalog) => {
        const whole = await planSync(catalog, current.features.features, { incoming, origin });
        const plan = select === undefined ? whole : selected(whole, select);
        const alike = proposedLinks(current, newTexts(plan, catalog));
        const changes = changesOf(plan, { origin, links: linksAlike ? alike : [] });
        const title = `import ${counted(changes.written.length + (changes.removed?.length ?? 0), 'feature')}`;
        return { result: { plan, alike }, title, changes: dryRun || !hasChanges(plan) ? undefined : changes };
      },
    });
    if (from.source === 'archive') await dropUploads(context.project, dryRun ? undefined : from.path);
    const content = versionOf(context, versionId);
    if (origin === 'server' && !dryRun) await keepLastSync(context.project.folder, content.version.versionId);
    const reply = importReply(result.plan, { content, limit, isDone, withDiff, alike: result.alike, linksAlike });
    return note === undefined ? reply : { ...reply, note };
  },
});

async function dropUploads({ userFiles }: Pick<OpenProject, 'userFiles'>, imported: string | undefined): Promise<void> {
  const path = FilePath.safeParse(imported);
  try {
    if (path.success && isImportUpload(path.data)) await userFiles.remove(path.data);
    await userFiles.dropUploads(Date.now() - UPLOAD_LIFE_MS);
  } catch {
    // The import has succeeded; the next opening of the project removes the uploads.
  }
}

const hasChanges = ({ features, removed }: SyncPlan): boolean =>
  removed.length > 0 || features.some(({ state }) => state !== 'same');

/** A feature that exists keeps its origin, unless its server sends it. */
function changesOf(
  { features, removed }: SyncPlan,
  { origin, links }: { origin: FeatureSource; links: readonly ProposedLink[] },
): FeatureChanges {
  const written = features
    .filter(({ state }) => state !== 'same')
    .map(({ source, entry }) => {
      const known = entry?.gone ? undefined : entry?.source;
      return { source, entry, origin: origin === 'server' ? origin : (known ?? origin) };
    });
  return { written, removed, links: links.map(({ like: _like, ...link }) => link) };
}

function newTexts({ features }: SyncPlan, catalog: FeatureCatalog): Set<string> {
  const known = stepCounts(catalog);
  const came = features.flatMap(({ feature }) => feature.scenarios.flatMap(({ steps }) => steps));
  return new Set(came.flatMap(({ text }) => (known.has(text) ? [] : [text])));
}
