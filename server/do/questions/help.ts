import { optionNames } from '../../verbs/options.ts';
import { ACTION_VERBS, actionVerb, noSuchVerb } from '../../verbs/read-actions.ts';
import { type AskingVerb, print } from '../do-session.ts';

const line = ({ name, usage, about }: Pick<AskingVerb, 'name' | 'usage' | 'about'>): string =>
  `${usage.length > 60 ? name : usage}: ${about}`;

/** Of these questions, and of all that acts. */
export const helpOf = (others: readonly AskingVerb[]): AskingVerb => ({
  name: 'help',
  usage: 'help [<verb>]',
  about: 'list the verbs, or tell of one',
  async ask([name], session) {
    const questions = [...others, helpOf(others)];
    if (name === undefined) {
      print(session, [...ACTION_VERBS.map(line), ...questions.map(line), '', ELEMENT_HELP].join('\n'));
      return;
    }
    const verb = actionVerb(name);
    const question = questions.find(each => each.name === name || each.also?.includes(name));
    if (verb !== undefined)
      print(
        session,
        `${verb.usage}\n${verb.about}\noptions: ${optionNames(verb.type)
          .map(each => `--${each}`)
          .join(' ')}`,
      );
    else if (question !== undefined) print(session, `${question.usage}\n${question.about}`);
    else
      throw noSuchVerb(
        name,
        [...ACTION_VERBS, ...questions].map(each => each.name),
      );
  },
});

export const ELEMENT_HELP =
  '<element>: e5 | button "Save" | "a label or text" | getByRole(…) | #id; with --nth 2, --in row "Ann"';
