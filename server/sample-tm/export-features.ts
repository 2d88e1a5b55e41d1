import { REQUIREMENTS, type Requirement, TESTS_OF_PROJECT, type TestIssue } from './issues.ts';
import type { ZipEntry } from './write-zip.ts';

const KEYWORDS: Readonly<Record<string, { feature: string; background: string; scenario: string; outline: string }>> = {
  en: { feature: 'Feature', background: 'Background', scenario: 'Scenario', outline: 'Scenario Outline' },
  de: { feature: 'Funktionalität', background: 'Hintergrund', scenario: 'Szenario', outline: 'Szenariogrundriss' },
};

/** One feature file for each requirement that has selected tests, as the service writes them. */
export function exportFeatures(isSelected: (test: TestIssue, requirement: Requirement) => boolean): ZipEntry[] {
  const chosen = REQUIREMENTS.flatMap(requirement => {
    const tests = requirement.tests.filter(test => isSelected(test, requirement));
    return tests.length === 0 ? [] : [{ ...requirement, tests }];
  });
  return chosen.map((requirement, index) => ({
    name: `${index + 1}_${requirement.key}.feature`,
    bytes: Buffer.from(featureText(requirement)),
  }));
}

function featureText({ key, summary, description, language = 'en', precondition, tests }: Requirement): string {
  const words = KEYWORDS[language] ?? {
    feature: 'Feature',
    background: 'Background',
    scenario: 'Scenario',
    outline: '',
  };
  const lines = [
    ...(language === 'en' ? [] : [`# language: ${language}`]),
    `@${key}`,
    `${words.feature}: ${summary}`,
    `\t${description}`,
    '',
    ...(precondition === undefined ? [] : [`\t${words.background}:`, ...precondition.map(line => `\t\t${line}`), '']),
    ...tests.flatMap(test => [
      `\t@${test.key}${(test.labels ?? []).map(label => ` @${label}`).join('')}`,
      `\t${test.isOutline ? words.outline : words.scenario}: ${test.summary}`,
      ...test.lines.map(line => (line === '' ? '' : `\t\t${line}`)),
      '',
    ]),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

const KNOWN_KEYS: ReadonlySet<string> = new Set([
  ...REQUIREMENTS.flatMap(({ tests }) => tests.map(({ key }) => key)),
  ...TESTS_OF_PROJECT,
]);

/** The key at the end of a tag, with whatever prefix. */
export const issueKeyOf = (tag: string): string | undefined => /[A-Z][A-Z0-9]*-\d+$/.exec(tag)?.[0];

/** The tests of the service that tags name. */
export const testKeysIn = (tags: readonly string[]): string[] =>
  tags.flatMap(tag => {
    const key = issueKeyOf(tag);
    return key !== undefined && KNOWN_KEYS.has(key) ? [key] : [];
  });
