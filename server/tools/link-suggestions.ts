import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { ModuleCode, TestCode } from '../../model/names/codes.ts';
import { LinkParameters } from '../../model/project/link.ts';
import type { FeatureCatalog } from '../feature-sync/feature-catalog.ts';
import { codedFeatures } from '../feature-sync/keep-codes.ts';
import { type LinkSuggestion, suggestLinks as suggest } from '../feature-sync/suggest-links.ts';
import { type RedText, type RedTextGroup, redSteps } from '../feature-sync/unlinked-steps.ts';
import { toolsOf } from './define/define-tool.ts';
import { LIST_FIELDS, PAGE_FIELDS, pageOf, takeFitting } from './define/paging.ts';
import { versionOf } from './define/version.ts';
import { DAMAGE_FIELDS, damageReply } from './project/project-view.ts';

const defineTool = toolsOf('features');

const DEFAULT_LIMIT = 5;

const SuggestionView = z.strictObject({
  moduleCode: ModuleCode,
  testCode: TestCode,
  name: z.string(),
  moduleName: z.string(),
  score: z.number().describe('0 to 1; 1: linked to a step that differs in its values alone'),
  like: z.string().optional().describe('The linked step that is most like it'),
  parameters: LinkParameters.optional().describe('For linkStep: as that step has them, with the values of this one'),
});

export const suggestLinks = defineTool({
  name: 'suggestLinks',
  scope: 'read',
  title: 'Suggest links',
  summary:
    'List tests that the text of a step may mean, best first, by their names and by the steps linked to them. Nothing is linked by it.',
  input: {
    text: z.string().trim().min(1).max(10_000).describe('Text of the step without its keyword'),
    limit: z.number().int().min(1).max(50).optional().describe(`How many at most; default ${DEFAULT_LIMIT}`),
  },
  output: z.strictObject({ suggestions: z.array(SuggestionView) }),
  examples: [{ text: 'I buy 2 mugs' }],
  async run({ versionId, text, limit = DEFAULT_LIMIT }, context) {
    const version = versionOf(context, versionId);
    const { catalog } = await codedFeatures(context.project.store, version);
    return { suggestions: await suggest(version, { text, limit, texts: stepTextsOf(catalog) }) };
  },
});

const Coverage = {
  steps: z.number().int().describe('Steps that would turn black'),
  scenarios: z.number().int().describe('Scenarios with such steps'),
  playable: z.number().int().describe('Those of them that would have no red steps left'),
};

/** Suggestions with a lower score are wrong more often than not. */
const LEAST_SCORE = 0.5;
const MOST_SUGGESTED = 3;

export const getUnlinkedSteps = defineTool({
  name: 'getUnlinkedSteps',
  scope: 'read',
  title: 'List unlinked steps',
  summary:
    'List the red step texts of the version with the effect of linking each, largest first. Texts that differ only in values are one group; suggestions under 0.5 are left out.',
  input: LIST_FIELDS,
  output: z.strictObject({
    groups: z.array(
      z.strictObject({
        pattern: z.string().describe('With … for each value that changes'),
        ...Coverage,
        texts: z.array(z.strictObject({ text: z.string(), ...Coverage })),
        suggestions: z.array(SuggestionView).optional().describe('For its first text'),
      }),
    ),
    steps: z.number().int().describe('Red steps in all'),
    scenarios: z.number().int().describe('Scenarios with red steps in all'),
    ...PAGE_FIELDS,
    ...DAMAGE_FIELDS,
  }),
  async run({ versionId, ...input }, context) {
    const { content, catalog } = await codedFeatures(context.project.store, versionOf(context, versionId));
    const { groups, steps, scenarios } = redSteps(content, catalog);
    const list = { all: groups, input, words: ({ texts }: RedTextGroup) => texts.map(({ text }) => text) };
    const suggestions = new Map<RedTextGroup, LinkSuggestion[]>();
    const all = stepTextsOf(catalog);
    for (const group of pageOf({ ...list, view: each => each }).items) {
      const [{ text } = { text: '' }] = group.texts;
      const found = await suggest(content, { text, limit: MOST_SUGGESTED, texts: all });
      suggestions.set(
        group,
        found.filter(({ score }) => score >= LEAST_SCORE),
      );
      context.signal.throwIfAborted();
      // Searching thousands of tests takes a while; other calls get their turn.
      await nextTurn();
    }
    const { items, ...page } = pageOf({
      ...list,
      view: group => {
        const found = suggestions.get(group) ?? [];
        return { ...group, texts: [...group.texts], ...(found.length === 0 ? {} : { suggestions: found }) };
      },
      shorten: cutTexts,
    });
    return { groups: items, steps, scenarios, ...page, ...damageReply(context.project, content.version.versionId) };
  },
});

const stepTextsOf = (catalog: FeatureCatalog): string[] =>
  catalog.flatMap(({ scenarios }) => scenarios.flatMap(({ steps }) => steps.map(({ text }) => text)));

function cutTexts<Group extends { texts: RedText[] }>(group: Group) {
  const texts = takeFitting(group.texts);
  const left = group.texts.length - texts.length;
  return {
    view: { ...group, texts },
    omitted: `${left} texts of the group left out: ask with limit 1 for all of them.`,
  };
}
