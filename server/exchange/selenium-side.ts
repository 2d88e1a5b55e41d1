/** Projects of Selenium IDE (`.side`). */
import { z } from 'zod';
import { type ActionDraft, leftOut, readJson, type TestDraft, wrongText } from '../../model/exchange/test-drafts.ts';
import { COMMANDS } from './selenium-commands.ts';
import { computed, type Place, SideCommand, wordsOf } from './selenium-elements.ts';

const Test = z.looseObject({ id: z.string().optional(), name: z.string(), commands: z.array(SideCommand) });
const Side = z.looseObject({ name: z.string().optional(), url: z.string().default(''), tests: z.array(Test).min(1) });

/** How many commands tests may come to that run each other. */
const MOST_ACTIONS = 5_000;

export function importSeleniumSide(text: string): TestDraft[] {
  const read = Side.safeParse(readJson(text, 'a project of Selenium IDE'));
  if (!read.success) throw wrongText('This is not a project of Selenium IDE: it has no list of tests with commands.');
  const { tests, url } = read.data;
  return tests.map(test => {
    const place: Place = {
      frames: [],
      baseUrl: url,
      notes: [],
      bodies: [],
      actions: [],
      rounds: [],
      callTest: () => [],
    };
    const running = [test.name];
    place.callTest = name => {
      const called = tests.find(other => other.name === name);
      if (called === undefined || running.includes(name))
        return [
          leftOut(
            `run | ${name}`,
            called === undefined ? `There is no test “${name}” in the file.` : `“${name}” runs itself.`,
          ),
        ];
      running.push(name);
      place.actions.push({ type: 'group', title: name });
      convert(called.commands, place);
      running.pop();
      return [{ type: 'end' }];
    };
    convert(test.commands, place);
    return { name: test.name, actions: place.actions, notes: place.notes };
  });
}

function convert(commands: readonly SideCommand[], place: Place): void {
  for (const command of commands) {
    if (place.actions.length > MOST_ACTIONS) throw wrongText(`A test comes to more than ${MOST_ACTIONS} actions.`);
    place.actions.push(...draftsOf(command, place));
  }
}

function draftsOf(command: SideCommand, place: Place): ActionDraft[] {
  // A command that is switched off begins with slashes.
  const isOff = command.command.startsWith('//');
  const name = command.command.replace(/^\/\//, '');
  if (name === '') return command.comment === '' ? [] : [{ type: 'comment', text: computed(command.comment) }];
  const make = COMMANDS.get(name);
  if (make === undefined) {
    place.notes.push(`The command “${name}” is not known and was left out.`);
    return [leftOut(wordsOf(command), `The command “${name}” is not known.`)];
  }
  if (isOff) return [leftOut(wordsOf(command), 'It was switched off.')];
  return make(command, place).map(draft =>
    command.comment === '' || draft.comment !== undefined ? draft : { ...draft, comment: command.comment },
  );
}

/** The commands that are taken over or told. */
export const KNOWN_COMMANDS: readonly string[] = [...COMMANDS.keys()];
