import { z } from 'zod';
import { ISSUE_KEY } from '../../../model/feature/issue-keys.ts';
import { CI_DEFAULTS } from '../../../model/project/ci-defaults.ts';
import type { CIChoice } from '../../app/places.ts';
import type { ArgumentsOf, ReplyOf } from '../../app/tool-replies.ts';

export type CIFacts = ReplyOf<'getCITargets'>;
export type ShownTarget = CIFacts['targets'][number];
export type CIScript = ReplyOf<'generateCIScript'>;
type CiScriptRequest = ArgumentsOf<'generateCIScript'>;

const ChoiceKind = z.enum(['suite', 'some', 'all']);
type ChoiceKind = z.infer<typeof ChoiceKind>;

/** The service says which CI servers and reports there are. */
const draftSchema = ({ targets, reports }: CIFacts) =>
  z.object({
    target: z.enum(targets.map(({ target }) => target)),
    devices: z.array(z.string()).optional(),
    workers: z.number().optional(),
    shards: z.number().optional(),
    retries: z.number().optional(),
    reports: z.array(z.enum(reports.map(({ report }) => report))).readonly(),
    upload: z.boolean(),
    /** As typed, like the version. */
    plan: z.string(),
    version: z.string(),
    cache: z.boolean(),
    installBrowser: z.boolean(),
    nodeVersion: z.string(),
    timeoutMinutes: z.number().optional(),
  });

export type CIDraft = z.infer<ReturnType<typeof draftSchema>>;

/** `kind`: of a choice that the address cannot carry, as nothing is chosen yet. */
export const formSchema = (facts: CIFacts) => z.object({ draft: draftSchema(facts), kind: ChoiceKind.optional() });

type CIForm = z.infer<ReturnType<typeof formSchema>>;

export const FIRST_FORM: CIForm = {
  draft: { ...CI_DEFAULTS, target: 'github', shards: 1, retries: 1, plan: '', version: '' },
};

export function kindOf({ suite, codes }: CIChoice): ChoiceKind {
  if (suite !== undefined) return 'suite';
  return codes === undefined ? 'all' : 'some';
}

/** Where the address names nothing, an empty choice of the given kind. */
export function choiceOf(named: CIChoice, kind: ChoiceKind | undefined, firstSuite: string | undefined): CIChoice {
  if (kindOf(named) !== 'all') return named;
  const usual = named.tags === undefined && firstSuite !== undefined ? 'suite' : 'all';
  switch (kind ?? usual) {
    case 'suite':
      return { ...named, suite: firstSuite ?? '' };
    case 'some':
      return { ...named, codes: [] };
    case 'all':
      return named;
  }
}

/** An empty choice would run everything. */
export function choiceFault({ suite, codes }: CIChoice): string | undefined {
  if (suite === '') return 'There is no suite to run yet: make one first.';
  return codes?.length === 0 ? 'Choose what runs first: a module, a test, a feature or a scenario.' : undefined;
}

/** Codes show of which kind they are. */
export function choiceArguments({ suite, codes = [], tags, environment }: CIChoice) {
  const isScenario = (code: string) => /^f\d+\.s/.test(code);
  const isFeature = (code: string) => /^f\d+$/.test(code);
  const of = (isKind: (code: string) => boolean) => codes.filter(isKind);
  const tests = of(code => !isScenario(code) && !isFeature(code));
  return {
    ...(suite === undefined ? {} : { suite }),
    ...(tests.length === 0 ? {} : { tests }),
    ...(of(isFeature).length === 0 ? {} : { features: of(isFeature) }),
    ...(of(isScenario).length === 0 ? {} : { scenarios: of(isScenario) }),
    ...(tags === undefined ? {} : { tags }),
    ...(environment === undefined ? {} : { environment }),
  };
}

const planOf = ({ plan }: CIDraft): string => plan.trim().toUpperCase();

export const isPlanFine = (draft: CIDraft): boolean => planOf(draft) === '' || ISSUE_KEY.test(planOf(draft));

const uploadOf = (draft: CIDraft) => ({
  upload: draft.upload,
  ...(draft.upload && planOf(draft) !== '' ? { planKey: planOf(draft) } : {}),
  ...(draft.upload && draft.version.trim() !== '' ? { fixVersion: draft.version.trim() } : {}),
});

/** The options that an address can carry. */
export const addressOptions = (draft: CIDraft) => ({
  ...(draft.workers === undefined ? {} : { workers: draft.workers }),
  ...(draft.retries === undefined ? {} : { retries: draft.retries }),
  ...uploadOf(draft),
});

export function scriptArguments(draft: CIDraft, choice: CIChoice): CiScriptRequest {
  const {
    target,
    devices = [],
    workers,
    shards,
    retries,
    timeoutMinutes,
    reports,
    cache,
    installBrowser,
    nodeVersion,
  } = draft;
  const numbers = { workers, shards, retries, timeoutMinutes };
  const given = Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined));
  return {
    target,
    ...choiceArguments(choice),
    options: {
      ...uploadOf(draft),
      ...given,
      ...(devices.length === 0 ? {} : { devices }),
      cache,
      installBrowser,
      nodeVersion,
      reports: [...reports],
    },
  };
}
