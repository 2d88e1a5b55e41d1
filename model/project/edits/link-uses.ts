import { TestCode } from '../../names/codes.ts';
import { stepPlace } from '../references.ts';
import type { Test } from '../test.ts';
import type { VersionDraft } from '../version-content.ts';

/** A linked step text as a place that names a test. */
export interface LinkUse {
  place: string;
  says: { testCode: TestCode; moduleCode?: undefined };
  /** The parameters of the test that the link fills. */
  filled: readonly string[];
  rewrite(testCode: string): void;
}

/** The links of a version, each as a use of its test. */
export const linkUses = (draft: VersionDraft): LinkUse[] =>
  draft.links.links.map(({ text, testCode, parameters = {} }, at) => ({
    place: stepPlace(text),
    says: { testCode },
    filled: Object.keys(parameters),
    rewrite: reference => {
      const own = draft.draftLinks().links[at];
      if (own !== undefined) own.testCode = TestCode.parse(reference);
    },
  }));

/** Which of several tests of one code a link means: a link names no module, but only one may have the parameters it fills. */
export function testMeantByLink<Twin extends { test: Test }>(
  first: Test | undefined,
  twins: readonly Twin[],
  { filled, says }: LinkUse,
): Twin | undefined {
  if (filled.length === 0 || first === undefined) return undefined;
  const fits = ({ parameters = [] }: Test) => filled.every(name => parameters.some(known => known.name === name));
  const [only, other] = twins.filter(({ test }) => test.testCode === says.testCode && fits(test));
  return fits(first) || other !== undefined ? undefined : only;
}
