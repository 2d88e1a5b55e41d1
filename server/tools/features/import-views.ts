import { z } from 'zod';
import type { Step } from '../../../model/feature/feature.ts';
import { stepDifference } from '../../../model/feature/step-difference.ts';
import { FeatureCode, TestCode } from '../../../model/names/codes.ts';
import type { StoredFeature } from '../../../model/project/features-file.ts';
import { LinkParameters } from '../../../model/project/link.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import { ObservedText } from '../../../model/values/observed.ts';
import type { PlannedFeature, SyncPlan } from '../../feature-sync/plan-sync.ts';
import type { ProposedLink } from '../../feature-sync/propose-links.ts';
import { REPLY_BYTES, takeFitting } from '../define/paging.ts';
import { isLinked } from './feature-views.ts';
import { lineDifference } from './line-difference.ts';

const PlannedView = z.strictObject({
  featureCode: FeatureCode.optional(),
  file: z.string(),
  name: z.string(),
  scenarios: z.number().int(),
  was: z.string().optional().describe('Its file before'),
  steps: z
    .strictObject({ added: z.number().int(), removed: z.number().int() })
    .optional()
    .describe('Of a changed one: steps that come and go, told by their texts'),
  diff: z
    .string()
    .optional()
    .describe('Of a changed one, with withDiff: its lines that come and go, as a unified diff'),
});
type PlannedView = z.input<typeof PlannedView>;

const FailedView = z.strictObject({ file: z.string(), line: z.number().int().optional(), message: ObservedText });

export const ImportFeaturesOutput = z.strictObject({
  applied: z.boolean().describe('Whether anything was changed'),
  added: z.array(PlannedView),
  changed: z.array(PlannedView),
  removed: z.array(PlannedView).describe('No longer on the server; they stay, marked, with their links'),
  same: z.array(PlannedView),
  failed: z.array(FailedView).describe('Left out, since they cannot be read'),
  unreadable: z.number().int().describe('How many files cannot be read'),
  total: z.number().int().describe('How many features came'),
  stepsLinked: z.number().int(),
  stepsUnlinked: z.number().int(),
  alike: z
    .array(
      z.strictObject({
        text: z.string(),
        like: z.string().describe('The text that is linked'),
        testCode: TestCode,
        parameters: LinkParameters.optional(),
        steps: z.number().int(),
      }),
    )
    .optional()
    .describe('New texts that differ from a linked one only in quoted values and numbers; linkStep links them'),
  linksAlike: z.boolean().optional().describe('true: these are linked too, as settings.features.linkLike says'),
  omitted: z.string().optional(),
  note: z.string().optional().describe('Where credentials of the environment went'),
});
type ImportFeaturesOutput = z.input<typeof ImportFeaturesOutput>;

interface ImportShown {
  content: VersionContent;
  limit: number | undefined;
  isDone: boolean;
  withDiff: boolean;
  alike: readonly ProposedLink[];
  linksAlike: boolean;
}

const LISTS = ['added', 'changed', 'removed', 'same', 'failed'] as const;

export function importReply(
  plan: SyncPlan,
  { content, limit, isDone, withDiff, ...proposed }: ImportShown,
): ImportFeaturesOutput {
  const codes = new Map(content.features.features.filter(({ gone }) => !gone).map(each => [each.file, each]));
  const steps = plan.features.flatMap(({ feature }) => feature.scenarios.flatMap(scenario => scenario.steps));
  const { alike, linksAlike } = proposed;
  const linkedToo = new Set(linksAlike ? alike.map(({ text }) => text) : []);
  const stepsLinked = steps.filter(step => linkedToo.has(step.text) || isLinked(content, step)).length;
  const diffOf = withDiff ? diffsWithin(MOST_DIFF_CHARACTERS) : undefined;
  const ofState = (state: string) =>
    plan.features
      .filter(each => each.state === state)
      .map(each => ({ ...planned(each, each.entry ?? codes.get(each.source.file)), ...diffOf?.(each) }));
  const lists = {
    added: ofState('added'),
    changed: ofState('changed'),
    removed: plan.removed.map(({ featureCode, file, name, scenarios }) => ({
      featureCode,
      file,
      name,
      scenarios: scenarios.filter(({ gone }) => !gone).length,
    })),
    same: ofState('same'),
    failed: plan.failed.map(fault => ({ ...fault })),
  };
  return {
    applied: isDone,
    ...cut(lists, limit),
    unreadable: plan.failed.length,
    total: plan.features.length,
    stepsLinked,
    stepsUnlinked: steps.length - stepsLinked,
    ...(alike.length === 0 ? {} : { alike: alikeViews(alike, steps, limit), linksAlike }),
  };
}

function alikeViews(alike: readonly ProposedLink[], steps: readonly Step[], limit: number | undefined) {
  const counts = new Map<string, number>();
  for (const { text } of steps) counts.set(text, (counts.get(text) ?? 0) + 1);
  const views = alike.map(each => ({ ...each, steps: counts.get(each.text) ?? 0 }));
  const all = views.sort((one, other) => other.steps - one.steps);
  return limit === undefined ? takeFitting(all, REPLY_BYTES / 6) : all;
}

const planned = (
  { state, source: { file }, feature, entry: known, before }: PlannedFeature,
  entry: StoredFeature | undefined,
): PlannedView => ({
  featureCode: entry?.featureCode,
  file,
  name: feature.name,
  scenarios: feature.scenarios.length,
  ...(known === undefined || known.file === file ? {} : { was: known.file }),
  ...(state === 'changed' ? { steps: stepDifference(before?.feature, feature) } : {}),
});

const MOST_DIFF_CHARACTERS = 2_000_000;
const MOST_OF_ONE = 50_000;

/** Renders the diff of one feature after the other until `most` is used up. */
function diffsWithin(most: number) {
  let left = most;
  return ({ state, before, source }: PlannedFeature): { diff?: string } => {
    if (state !== 'changed' || left <= 0) return {};
    const whole = lineDifference(before?.source.text ?? '', source.text);
    const diff = whole.length > MOST_OF_ONE ? whole.slice(0, whole.lastIndexOf('\n', MOST_OF_ONE)) : whole;
    left -= diff.length;
    return { diff };
  };
}

type Lists = Pick<ImportFeaturesOutput, (typeof LISTS)[number]>;

function cut(lists: Lists, limit: number | undefined): Lists & { omitted?: string } {
  const short: Lists = { ...lists };
  let left = limit ?? Number.POSITIVE_INFINITY;
  let count = 0;
  const bytes = limit === undefined ? REPLY_BYTES / (LISTS.length + 1) : Number.POSITIVE_INFINITY;
  const take = <Item>(items: Item[]): Item[] => {
    const shown = takeFitting(items.slice(0, left), bytes);
    left -= shown.length;
    count += items.length - shown.length;
    return shown;
  };
  short.failed = take(lists.failed);
  short.added = take(lists.added);
  short.changed = take(lists.changed);
  short.removed = take(lists.removed);
  short.same = take(lists.same);
  return count === 0 ? short : { ...short, omitted: `${count} left out: ask with a limit for all of them.` };
}
