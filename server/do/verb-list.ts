/** All verbs, as help and the documents list them. */
import { ownOptionNames } from '../verbs/options.ts';
import { ACTION_VERBS } from '../verbs/read-actions.ts';
import { ELEMENT_HELP } from './questions/help.ts';
import { QUESTIONS } from './questions/index.ts';

interface ListedVerb {
  name: string;
  usage: string;
  about: string;
  /** Those that only actions of its kind have, e.g. `--times`. */
  options: readonly string[];
}

export const VERBS: readonly ListedVerb[] = [
  ...ACTION_VERBS.map(({ name, usage, about, type }) => ({ name, usage, about, options: ownOptionNames(type) })),
  ...QUESTIONS.map(({ name, usage, about }) => ({ name, usage, about, options: [] })),
];

const lineOf = ({ usage, about, options }: ListedVerb): string => {
  const more = options.length === 0 ? '' : ` (${options.map(option => `--${option}`).join(' ')})`;
  return `- \`${usage}\`: ${about}${more}`;
};

/** The page of all verbs that an agent reads. */
export const verbReference = (): { path: string; text: string } => ({
  path: 'docs/skill/references/verbs.md',
  text: `# Verbs

${VERBS.map(lineOf).join('\n')}

\`${ELEMENT_HELP}\`

Each action also takes \`--comment\`, \`--timeout-ms\`, \`--actor\` and \`--on-failure continue\`.
`,
});
