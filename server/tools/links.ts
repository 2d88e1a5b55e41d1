import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import type { LikeLink } from '../../model/feature/link-like.ts';
import { valuesIn } from '../../model/feature/step-pattern.ts';
import { ActorName, ModuleCode, ScenarioReference, TestCode, TestReference } from '../../model/names/codes.ts';
import { counted } from '../../model/names/counted.ts';
import { findTest } from '../../model/project/edits/tests.ts';
import { requireActor } from '../../model/project/find-actor.ts';
import { type Link, LinkParameters } from '../../model/project/link.ts';
import { addLinks, linksByText, refuseUnfit, unlinkStep as unlink } from '../../model/project/links.ts';
import type { Test } from '../../model/project/test.ts';
import type { VersionContent } from '../../model/project/version-content.ts';
import { stepCounts } from '../feature-sync/count-steps.ts';
import type { FeatureCatalog } from '../feature-sync/feature-catalog.ts';
import { findScenario, missing } from '../feature-sync/find-feature.ts';
import { codedFeatures } from '../feature-sync/keep-codes.ts';
import { manyLinks } from '../feature-sync/like-links.ts';
import { withoutValue } from '../feature-sync/without-value.ts';
import { type ToolContext, toolsOf } from './define/define-tool.ts';
import { jsonBytes, LIST_FIELDS, PAGE_FIELDS, pageOf, REPLY_BYTES, takeFitting } from './define/paging.ts';
import { editVersion, versionOf } from './define/version.ts';
import { DAMAGE_FIELDS, damageReply } from './project/project-view.ts';

const defineTool = toolsOf('features');

const LinkedText = z.strictObject({
  text: z.string(),
  steps: z.number().int(),
  parameters: LinkParameters.optional(),
  lost: z.array(z.string()).optional().describe('Its values that no parameter of the test gets'),
});

interface WantedLinks {
  moduleCode?: ModuleCode | undefined;
  testCode: TestReference;
  text: string;
  parameters: LinkParameters | undefined;
  /** `null`: the first one; undefined: as it was. */
  actor: string | null | undefined;
  valuesTo?: readonly string[] | undefined;
  like: boolean;
  also: readonly string[] | undefined;
}

/** The links that a call makes, or would make; the link of the named text is first. */
interface PlannedLinks {
  testCode: TestCode;
  test: Pick<Test, 'parameters'>;
  links: LikeLink[];
  leftOut: LikeLink[];
  valuesTo?: string[];
}

function planLinks(
  content: VersionContent,
  catalog: FeatureCatalog,
  { moduleCode, testCode: word, ...wanted }: WantedLinks,
): PlannedLinks {
  const { test } = findTest(content, word, moduleCode);
  const { testCode } = test;
  const { text, parameters, valuesTo, like, also } = wanted;
  refuseUnfit(content, testCode, parameters ?? {});
  if (wanted.actor) requireActor(content, wanted.actor, [test]);
  if (valuesTo !== undefined) refuseUnfitChoice({ text, testCode, valuesTo }, test);
  const isMany = like || also !== undefined || valuesTo !== undefined;
  const alone = { text, parameters, lost: [] };
  const many = isMany
    ? manyLinks({ content, catalog }, { ...wanted, also: also ?? [], test })
    : { links: [alone], leftOut: [] };
  return { testCode, test: { parameters: test.parameters?.map(each => ({ ...each })) }, ...many };
}

interface LinkChoice {
  text: string;
  testCode: TestCode;
  valuesTo: readonly string[];
}

function refuseUnfitChoice(
  { text, testCode, valuesTo }: LinkChoice,
  { parameters = [] }: Pick<Test, 'parameters'>,
): void {
  const values = valuesIn(text);
  if (valuesTo.length > values.length)
    throw new AppError('invalid-params', `“${text}” has ${values.length} values, not ${valuesTo.length}.`, {
      field: 'valuesTo',
      expected: `at most ${values.length}, for ${values.join(', ')}`,
    });
  const known = parameters.map(({ name }) => name);
  const at = valuesTo.findIndex(name => name !== '' && !known.includes(name));
  if (at < 0) return;
  throw new AppError('invalid-params', `Test ${testCode} has no parameter "${valuesTo[at]}".`, {
    field: `valuesTo[${at}]`,
    expected: known.join(', ') || 'none',
  });
}

const stepsOf = (catalog: FeatureCatalog, links: readonly LikeLink[]): number => {
  const counts = stepCounts(catalog);
  return links.reduce((total, { text }) => total + (counts.get(text) ?? 0), 0);
};

/** A step that is linked to its test again keeps who acts. */
function actorOfLink(
  content: VersionContent,
  { text, testCode }: Pick<Link, 'text' | 'testCode'>,
  wanted: string | null | undefined,
): Pick<Link, 'actor'> {
  const known = linksByText(content).get(text);
  const actor = wanted === undefined && known?.testCode === testCode ? known.actor : wanted;
  return actor ? { actor } : {};
}

async function editLinks(
  context: ToolContext,
  { versionId, catalog, wanted }: { versionId: string | undefined; catalog: FeatureCatalog; wanted: WantedLinks },
): Promise<PlannedLinks> {
  const { result } = await editVersion(context, {
    versionId,
    title: 'link',
    edit: draft => {
      const planned = planLinks(draft, catalog, wanted);
      addLinks(
        draft,
        planned.links.map(({ text, parameters }) => ({
          text,
          testCode: planned.testCode,
          ...(parameters && { parameters }),
          ...actorOfLink(draft, { text, testCode: planned.testCode }, wanted.actor),
        })),
      );
      return planned;
    },
    label: ({ links }) => counted(stepsOf(catalog, links), 'step'),
  });
  return result;
}

function linksReply(
  catalog: FeatureCatalog,
  { test, links, leftOut, valuesTo = [] }: PlannedLinks,
  { isListed, dryRun }: { isListed: boolean; dryRun: boolean },
) {
  const counts = stepCounts(catalog);
  const view = ({ text, parameters, lost }: LikeLink) => ({
    text,
    steps: counts.get(text) ?? 0,
    parameters,
    ...(lost.length === 0 ? {} : { lost: [...lost] }),
  });
  const empty = [
    ...new Set(links.flatMap(({ text, parameters }) => withoutValue(catalog, { text, test, parameters }))),
  ];
  const all = links.map(view);
  const texts = takeFitting(all);
  const others = takeFitting(leftOut.map(view), Math.max(0, REPLY_BYTES - jsonBytes(texts)));
  const omitted = all.length - texts.length + leftOut.length - others.length;
  return {
    linked: stepsOf(catalog, links),
    ...(empty.length === 0 ? {} : { withoutValue: empty }),
    ...(dryRun ? { applied: false as const } : {}),
    ...(dryRun && valuesTo.length > 0 ? { valuesTo } : {}),
    ...(isListed ? { texts } : {}),
    ...(others.length === 0 ? {} : { leftOut: others }),
    ...(isListed && omitted > 0 ? { omitted: `${omitted} texts left out of this answer.` } : {}),
  };
}

const LinkView = z.strictObject({
  text: z.string(),
  testCode: TestCode,
  moduleCode: ModuleCode.optional(),
  testName: z.string().optional().describe('What it is called, or was called when it was deleted'),
  parameters: LinkParameters.optional(),
  actor: ActorName.optional(),
  steps: z.number().int().describe('How many steps have the text'),
  missing: z.boolean().optional().describe('true: the test is gone, the steps are red'),
});

export const getLinks = defineTool({
  name: 'getLinks',
  scope: 'read',
  title: 'List links',
  summary: 'List which step texts are linked to which tests, sorted by text.',
  input: LIST_FIELDS,
  output: z.strictObject({ links: z.array(LinkView), ...PAGE_FIELDS, ...DAMAGE_FIELDS }),
  async run({ versionId, ...input }, context) {
    const { content, catalog } = await codedFeatures(context.project.store, versionOf(context, versionId));
    const counts = stepCounts(catalog);
    const { items, ...page } = pageOf({
      all: [...linksByText(content).values()].reverse(),
      input,
      words: ({ text, testCode }) => [text, testCode],
      view: ({ text, testCode, parameters, actor, testName: lastName }) => {
        const moduleCode = content.moduleOf(testCode)?.moduleCode;
        const testName = content.test(testCode)?.name ?? lastName;
        return {
          text,
          testCode,
          ...(moduleCode === undefined ? { missing: true } : { moduleCode }),
          testName,
          parameters,
          actor,
          steps: counts.get(text) ?? 0,
        };
      },
    });
    return { links: items, ...page, ...damageReply(context.project, content.version.versionId) };
  },
});

const STEP_FIELDS = {
  text: z.string().max(10_000).optional().describe('Text of the step without its keyword, placeholders as written'),
  scenario: ScenarioReference.optional().describe('Instead of text: the scenario, e.g. f1.s2'),
  stepIndex: z.number().int().min(0).optional().describe('Position in that scenario'),
};

type StepWords = z.output<z.ZodObject<typeof STEP_FIELDS>>;

/** The step text that the arguments name: by its text, or by scenario and position. */
function textOf(catalog: FeatureCatalog, { text, scenario, stepIndex }: StepWords): string {
  const isByPlace = scenario !== undefined && stepIndex !== undefined;
  if ((text === undefined) !== isByPlace || (text !== undefined && (scenario ?? stepIndex) !== undefined))
    throw new AppError('invalid-params', 'Give either "text", or "scenario" and "stepIndex".', { field: 'text' });
  if (text !== undefined) return text.trim();
  const { scenario: found } = findScenario(catalog, scenario ?? '');
  const step = found.steps[stepIndex ?? 0];
  if (step !== undefined) return step.text;
  const message = `Scenario ${found.scenario} has ${found.steps.length} steps; there is none at ${stepIndex}.`;
  throw new AppError('not-found', message, { field: 'stepIndex', next: 'getFeature' });
}

const MOST_TEXTS = 1_000;

export const linkStep = defineTool({
  name: 'linkStep',
  scope: 'write',
  title: 'Link a step',
  summary:
    'Link all steps of a text to a test, now and when they come later; also takes further texts for the same test, so that one call links several. Columns of outlines, table and text go to parameters of the test by equal name, or as parameters says. like links the texts that differ in values alone, too.',
  input: {
    ...STEP_FIELDS,
    moduleCode: ModuleCode.optional().describe('Module of the test, e.g. m1; can be left out'),
    testCode: TestReference.describe('e.g. t57 or m1.t57'),
    parameters: LinkParameters.optional().describe(
      'For parameters of the test: a column, a text with <column> in it, or a value, e.g. {user: "<name>"}',
    ),
    valuesTo: z
      .array(z.string().max(100))
      .max(100)
      .optional()
      .describe('Which parameter takes each value of the text, in their order, "" for none; texts like it do the same'),
    like: z
      .boolean()
      .optional()
      .describe(
        'Also all red texts that differ only in quoted values and numbers: these go to parameters of the test, by the names of placeholders or by position, unless parameters says',
      ),
    actor: ActorName.nullish().describe('Who acts in these steps; default: as they are linked now, null: the first'),
    also: z
      .array(z.string().min(1).max(10_000))
      .max(MOST_TEXTS)
      .optional()
      .describe(
        'Further texts to link to the same test in this call; with it each text gives its own values to the test, even where it is the only one',
      ),
    dryRun: z.boolean().optional().describe('Only tell what would be linked'),
  },
  output: z.strictObject({
    linked: z.number().int().describe('How many steps'),
    withoutValue: z
      .array(z.string())
      .optional()
      .describe('Parameters of the test that have no default, and that some of these steps give no value'),
    applied: z.literal(false).optional().describe('Of a dry run'),
    valuesTo: z.array(z.string()).optional().describe('Of a dry run: the parameter that takes each value of the text'),
    texts: z.array(LinkedText).optional().describe('With like, also or dryRun: what is linked'),
    leftOut: z.array(LinkedText).optional().describe('With like: texts with values that the test has no parameter for'),
    omitted: PAGE_FIELDS.omitted,
  }),
  errors: ['not-found'],
  examples: [
    { text: 'I am signed in', moduleCode: 'm1', testCode: 't1' },
    { text: 'the basket is empty', also: ['nothing is in the basket', 'no article is left'], testCode: 't3' },
    { text: 'I open the "Dropdown" example', moduleCode: 'm1', testCode: 't2', like: true, dryRun: true },
  ],
  hints: { idempotent: true },
  async run(
    { versionId, moduleCode, testCode, parameters, valuesTo, actor, like = false, also, dryRun = false, ...words },
    context,
  ) {
    const { content, catalog } = await codedFeatures(context.project.store, versionOf(context, versionId));
    const text = knownText(catalog, textOf(catalog, words), 'text');
    const further = also?.map((other, index) => knownText(catalog, other.trim(), `also[${index}]`));
    const wanted = { moduleCode, testCode, text, parameters, valuesTo, actor, like, also: further };
    const planned = dryRun
      ? planLinks(content, catalog, wanted)
      : await editLinks(context, { versionId, catalog, wanted });
    return linksReply(catalog, planned, { isListed: like || dryRun || also !== undefined, dryRun });
  },
});

function knownText(catalog: FeatureCatalog, text: string, field: string): string {
  const counts = stepCounts(catalog);
  if (counts.has(text)) return text;
  throw missing(`step has the text "${text}"`, { word: text, field, names: [...counts.keys()] });
}

export const unlinkStep = defineTool({
  name: 'unlinkStep',
  scope: 'write',
  title: 'Unlink a step',
  summary: 'Remove the link of a step text: all its steps turn red.',
  input: STEP_FIELDS,
  output: z.strictObject({ unlinked: z.number().int().describe('How many steps'), testCode: TestCode }),
  errors: ['not-found'],
  examples: [{ text: 'I am signed in' }],
  async run({ versionId, ...words }, context) {
    const { catalog } = await codedFeatures(context.project.store, versionOf(context, versionId));
    const text = textOf(catalog, words);
    const unlinked = stepCounts(catalog).get(text) ?? 0;
    const { result } = await editVersion(context, {
      versionId,
      title: 'unlink',
      edit: draft => unlink(draft, text),
      label: () => counted(unlinked, 'step'),
    });
    return { unlinked, testCode: result };
  },
});
