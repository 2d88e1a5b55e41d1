import { REQUIREMENTS, type Requirement, TESTS_OF_PROJECT, type TestIssue } from './issues.ts';

/** One feature file for each requirement with selected tests, by file name. */
export function exportFeatures(
  requirements: readonly Requirement[],
  isSelected: (test: TestIssue, requirement: Requirement) => boolean,
): Record<string, Uint8Array> {
  const chosen = requirements.flatMap(requirement => {
    const tests = requirement.tests.filter(test => isSelected(test, requirement));
    return tests.length === 0 ? [] : [{ ...requirement, tests }];
  });
  return Object.fromEntries(
    chosen.map((requirement, index) => [
      `${index + 1}_${requirement.key || requirement.tests[0]?.key}.feature`,
      Buffer.from(featureText(requirement)),
    ]),
  );
}

/** Tests without a requirement are in a feature without a tag. */
function featureText({ key, title, description, language, background, tests }: Requirement): string {
  const blocks = [background, ...tests.map(testLines)].filter(block => block.length > 0);
  const lines = [
    ...(language === undefined ? [] : [`# language: ${language}`]),
    ...(key === '' ? [] : [`@${key}`]),
    title,
    `\t${description}`,
    ...blocks.flatMap(block => ['', ...block.map(line => (line === '' ? '' : `\t${line}`))]),
  ];
  return `${lines.join('\n')}\n`;
}

const testLines = ({ key, labels, title, lines }: TestIssue): string[] => [
  [key, ...labels].map(tag => `@${tag}`).join(' '),
  title,
  ...lines.map(line => (line === '' ? '' : `\t${line}`)),
];

const KNOWN_KEYS: ReadonlySet<string> = new Set([
  ...REQUIREMENTS.flatMap(({ tests }) => tests.map(({ key }) => key)),
  ...TESTS_OF_PROJECT,
]);

/** The key at the end of a tag, with any prefix. */
export const issueKeyOf = (tag: string): string | undefined => /[A-Z][A-Z0-9]*-\d+$/.exec(tag)?.[0];

/** False for pushed tests. */
export const isTestKey = (key: string): boolean => KNOWN_KEYS.has(key);
