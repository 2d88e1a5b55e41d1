/** The kinds of lines as people call them; those left out may stand anywhere. */
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

/** What the parser says is wrong, as a sentence. */
export function inWords(message: string): string {
  const [, tokens = '', found] =
    /^(?:unexpected end of file, )?expected: ([^']*?)(?:, got '(.*)')?$/s.exec(message) ?? [];
  if (tokens === '') return sentence(message);
  const wanted = tokens.split(/, ?/).flatMap(token => LINES[token.replace('#', '')] ?? []);
  const expected = `expected ${[wanted.slice(0, -1).join(', '), wanted.at(-1)].filter(Boolean).join(' or ')}`;
  if (found === undefined) return `The file ends too soon: ${expected}.`;
  const shown = found.length > MOST_SHOWN ? `${found.slice(0, MOST_SHOWN)}…` : found;
  return `“${shown}” does not belong here: ${expected}.`;
}

function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(begun) ? begun : `${begun}.`;
}
