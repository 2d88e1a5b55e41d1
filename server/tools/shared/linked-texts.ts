import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';
import type { LikeLink } from '../../../model/feature/link-like.ts';
import { valuesIn } from '../../../model/feature/step-pattern.ts';
import type { ModuleCode, TestCode, TestReference } from '../../../model/names/codes.ts';
import { findTest } from '../../../model/project/edits/tests.ts';
import { LinkParameters } from '../../../model/project/link.ts';
import { addLinks, refuseUnfit } from '../../../model/project/links.ts';
import type { Test } from '../../../model/project/test.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import { stepCounts } from '../../feature-sync/count-steps.ts';
import type { FeatureCatalog } from '../../feature-sync/feature-catalog.ts';
import { manyLinks } from '../../feature-sync/like-links.ts';
import { withoutValue } from '../../feature-sync/without-value.ts';
import { counted } from '../../reports/counted.ts';
import type { ToolContext } from '../define/define-tool.ts';
import { jsonBytes, REPLY_BYTES, takeFitting } from './reply-size.ts';
import { editVersion } from './version.ts';

/** Texts that are linked to a test with one call. */

export const LinkedText = z.strictObject({
  text: z.string(),
  steps: z.number().int(),
  parameters: LinkParameters.optional(),
  lost: z.array(z.string()).optional().describe('Its values that no parameter of the test gets'),
});

interface Wanted {
  moduleCode?: ModuleCode | undefined;
  testCode: TestReference;
  text: string;
  parameters: LinkParameters | undefined;
  valuesTo?: readonly string[] | undefined;
  like: boolean;
  also: readonly string[] | undefined;
}

/** What a call links, or would link; the text that was named first. */
export interface PlannedLinks {
  testCode: TestCode;
  test: Pick<Test, 'parameters'>;
  links: LikeLink[];
  leftOut: LikeLink[];
  valuesTo?: string[];
}

/** Errors: `not-found`. */
export function planLinks(
  content: VersionContent,
  catalog: FeatureCatalog,
  { moduleCode, testCode: word, ...wanted }: Wanted,
): PlannedLinks {
  const { test } = findTest(content, word, moduleCode);
  const { testCode } = test;
  const { text, parameters, valuesTo, like, also } = wanted;
  refuseUnfit(content, testCode, parameters ?? {});
  if (valuesTo !== undefined) refuseUnfitChoice({ text, testCode, valuesTo }, test);
  const isMany = like || also !== undefined || valuesTo !== undefined;
  const alone = { text, ...(parameters === undefined ? {} : { parameters }), lost: [] };
  const many = isMany
    ? manyLinks({ content, catalog }, { ...wanted, also: also ?? [], test })
    : { links: [alone], leftOut: [] };
  return { testCode, test: { parameters: test.parameters?.map(each => ({ ...each })) }, ...many };
}

interface Choice {
  text: string;
  testCode: TestCode;
  valuesTo: readonly string[];
}

/** Errors: `invalid-params`. */
function refuseUnfitChoice({ text, testCode, valuesTo }: Choice, { parameters = [] }: Pick<Test, 'parameters'>): void {
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

/** All of them in one edit. */
export async function editLinks(
  context: ToolContext,
  { versionId, catalog, wanted }: { versionId: string | undefined; catalog: FeatureCatalog; wanted: Wanted },
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
        })),
      );
      return planned;
    },
    label: ({ links }) => counted(stepsOf(catalog, links), 'step'),
  });
  return result;
}

/** What is told of links that were made, or would be. */
export function linksReply(
  catalog: FeatureCatalog,
  { test, links, leftOut, valuesTo = [] }: PlannedLinks,
  { isListed, dryRun }: { isListed: boolean; dryRun: boolean },
) {
  const counts = stepCounts(catalog);
  const view = ({ text, parameters, lost }: LikeLink) => ({
    text,
    steps: counts.get(text) ?? 0,
    ...(parameters === undefined ? {} : { parameters }),
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
