import { AppError } from '../errors/errors.ts';
import type { TestCode } from '../names/codes.ts';
import type { Link, LinkParameters, LinksFile } from './link.ts';
import type { Test } from './test.ts';
import type { VersionContent, VersionDraft } from './version-content.ts';

const byText = new WeakMap<LinksFile, ReadonlyMap<string, Link>>();

/** For a version that no longer changes, since it is cached; of two links with one text the first counts. */
export function linksByText({ links: file }: Pick<VersionContent, 'links'>): ReadonlyMap<string, Link> {
  const known = byText.get(file);
  if (known !== undefined) return known;
  const map = new Map([...file.links].reverse().map(link => [link.text, link]));
  byText.set(file, map);
  return map;
}

export function addLinks(draft: VersionDraft, given: readonly Link[]): void {
  const file = draft.draftLinks();
  const texts = new Set(given.map(({ text }) => text));
  file.links = [...file.links.filter(({ text }) => !texts.has(text)), ...given];
}

/** Errors: `invalid-params` for a suite, and for parameters that the test does not have. */
export function refuseUnfit(content: VersionContent, testCode: TestCode, parameters: LinkParameters): void {
  const test = content.test(testCode);
  if (test?.type === 'suite')
    throw new AppError('invalid-params', `${testCode} is a suite; a step is linked to one test.`, {
      field: 'testCode',
    });
  const known = (test?.parameters ?? []).map(({ name }) => name);
  const unknown = Object.keys(parameters).find(name => !known.includes(name));
  if (unknown === undefined) return;
  const has = known.length === 0 ? 'It has no parameters.' : `It has ${known.join(', ')}.`;
  throw new AppError('invalid-params', `Test ${testCode} has no parameter "${unknown}". ${has}`, {
    field: `parameters.${unknown}`,
    expected: known.join(', ') || 'none',
  });
}

/** Returns the test that it went to. Errors: `not-found`. */
export function unlinkStep(draft: VersionDraft, text: string): TestCode {
  const link = linksByText(draft).get(text);
  if (link === undefined)
    throw new AppError('not-found', `No test is linked to "${text}". Call getLinks to list the links.`, {
      field: 'text',
      next: 'getLinks',
    });
  const file = draft.draftLinks();
  file.links = file.links.filter(other => other.text !== text);
  return link.testCode;
}

/** Links of deleted tests stay, with the names of the tests. */
export function keepNames(draft: VersionDraft, tests: readonly Pick<Test, 'testCode' | 'name'>[]): void {
  const names = new Map(tests.map(({ testCode, name }) => [testCode, name]));
  if (!draft.links.links.some(({ testCode }) => names.has(testCode))) return;
  const file = draft.draftLinks();
  file.links = file.links.map(link => {
    const testName = names.get(link.testCode);
    return testName === undefined ? link : { ...link, testName };
  });
}

export function linkOf(content: VersionContent, text: string): Link | undefined {
  const link = linksByText(content).get(text);
  return link !== undefined && content.test(link.testCode) !== undefined ? link : undefined;
}

export const textsLinkedTo = ({ links }: Pick<VersionContent, 'links'>, testCodes: ReadonlySet<string>): string[] =>
  links.links.flatMap(({ text, testCode }) => (testCodes.has(testCode) ? [text] : []));
