import { dialects } from '@cucumber/gherkin';

/** Left out are those that may be anywhere. */
const LINES: Readonly<Record<string, string>> = {
  EOF: 'the end of the file',
  Language: 'a language',
  TagLine: 'tags',
  FeatureLine: 'a feature',
  RuleLine: 'a rule',
  BackgroundLine: 'a background',
  ScenarioLine: 'a scenario',
  ExamplesLine: 'examples',
  StepLine: 'a step',
  DocStringSeparator: '"""',
  TableRow: 'a table row',
  Other: 'text',
};

const MOST_SHOWN = 100;

export function inWords(message: string): string {
  const [, tokens = '', found] =
    /^(?:unexpected end of file, )?expected: ([^']*?)(?:, got '(.*)')?$/s.exec(message) ?? [];
  if (tokens === '') return sentence(message) + languageHint(message);
  const wanted = tokens.split(/, ?/).flatMap(token => LINES[token.replace('#', '')] ?? []);
  const expected = `expected ${[wanted.slice(0, -1).join(', '), wanted.at(-1)].filter(Boolean).join(' or ')}`;
  if (found === undefined) return `The file ends too soon: ${expected}.`;
  const shown = found.length > MOST_SHOWN ? `${found.slice(0, MOST_SHOWN)}…` : found;
  return `“${shown}” does not belong here: ${expected}.${placeHint(found, tokens.includes('#FeatureLine'))}`;
}

const MOST_LANGUAGES = 3;

/** Other tools accept cultures such as hu-HU. */
function languageHint(message: string): string {
  const [, wanted = ''] = /^Language not supported: (.*)$/.exec(message) ?? [];
  const base = wanted.split(/[-_]/)[0]?.toLowerCase() ?? '';
  if (wanted === '') return '';
  return Object.hasOwn(dialects, base)
    ? ` Write “# language: ${base}”.`
    : ' Languages are named by codes such as en, de or zh-CN.';
}

/** A hint for lines that would be valid elsewhere. */
function placeHint(found: string, isFeatureExpected: boolean): string {
  const word = found.split(':')[0]?.trim() ?? '';
  const languages = languagesOf('feature', word);
  if (languages.length > 0 && !isFeatureExpected) return ' A file holds one feature: put this one into another file.';
  if (languages.length > 0)
    return ` “${word}” needs “# language: ${languages.join('” or “# language: ')}” in the first line.`;
  if (languagesOf('background', word).length === 0) return '';
  return ' A background comes before the scenarios, only once, and has no tags.';
}

const languagesOf = (kind: 'feature' | 'background', word: string): string[] =>
  Object.entries(dialects)
    .flatMap(([code, dialect]) => (dialect[kind].includes(word) ? [code] : []))
    .slice(0, MOST_LANGUAGES);

function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(begun) ? begun : `${begun}.`;
}
