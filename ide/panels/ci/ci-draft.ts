/** What the form of the CI screen holds, and what it asks the service for. Pure. */
import type { CIChoice } from '../../app/places.ts';
import type { ArgumentsOf, ReplyOf } from '../../app/tool-replies.ts';

export type ShownTarget = ReplyOf<'getCITargets'>['targets'][number];
export type CIScript = ReplyOf<'generateCIScript'>;
type Request = ArgumentsOf<'generateCIScript'>;
type CIOptions = NonNullable<Request['options']>;
export type CIReport = NonNullable<CIOptions['reports']>[number];

export interface CIDraft {
  target: ShownTarget['target'];
  workers?: number | undefined;
  shards?: number | undefined;
  retries?: number | undefined;
  reports: readonly CIReport[];
  upload: boolean;
  cache: boolean;
  installBrowser: boolean;
  nodeVersion: string;
  timeoutMinutes?: number | undefined;
}

export const FIRST_DRAFT: CIDraft = {
  target: 'github',
  shards: 1,
  retries: 1,
  reports: ['junit', 'html'],
  upload: false,
  cache: true,
  installBrowser: true,
  nodeVersion: '22',
  timeoutMinutes: 60,
};

/** The choice as the tools take it: codes tell of which kind they are. */
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

/** What an address can say of how the tests run. */
export const addressOptions = ({ workers, retries, upload }: CIDraft) => ({
  ...(workers === undefined ? {} : { workers }),
  ...(retries === undefined ? {} : { retries }),
  upload,
});

export function scriptArguments({ target, reports, ...draft }: CIDraft, choice: CIChoice, password: string): Request {
  const { workers, shards, retries, timeoutMinutes, ...rest } = draft;
  const numbers = { workers, shards, retries, timeoutMinutes };
  const given = Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined));
  return {
    target,
    ...choiceArguments(choice),
    password,
    options: { ...rest, ...given, reports: [...reports] },
  };
}
