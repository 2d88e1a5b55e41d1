import { z } from 'zod';
import {
  type ActionDraft,
  leftOut,
  leftOutNotes,
  readJson,
  type TestDraft,
  wrongText,
} from '../../model/exchange/test-drafts.ts';
import { variableNames } from '../../model/exchange/variable-names.ts';
import { COMMANDS } from './selenium-commands.ts';
import { computed, SideCommand, type SideState, Word, wordsOf } from './selenium-elements.ts';
import { inOwnTab, noteOpened, oneWindow } from './selenium-windows.ts';

const Test = z.looseObject({ name: Word, commands: z.array(z.unknown()).catch([]) });
const Side = z.looseObject({ url: Word, tests: z.array(Test).min(1) });

/** Tests may run each other, so few commands can come to very many. */
const MOST_ACTIONS = 5_000;

export function importSeleniumSide(text: string): TestDraft[] {
  const read = Side.safeParse(readJson(text, 'a project of Selenium IDE'));
  if (!read.success) throw wrongText('This is not a project of Selenium IDE: it has no list of tests with commands.');
  const { tests, url } = read.data;
  const words = new Set(text.match(/\w+/g));
  const stored = storedNames(tests.flatMap(({ commands }) => commands));
  return tests.map(test => {
    const place: SideState = {
      frames: [],
      baseUrl: url,
      notes: [],
      bodies: [],
      actions: [],
      rounds: [],
      windows: oneWindow(),
      names: variableNames(words),
      stored,
      options: new Map(),
      settled: new Set(),
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
    return { name: test.name, actions: place.actions, notes: [...place.notes, ...leftOutNotes(place.actions)] };
  });
}

function convert(commands: readonly unknown[], place: SideState): void {
  for (const given of commands) {
    if (place.actions.length > MOST_ACTIONS) throw wrongText(`A test comes to more than ${MOST_ACTIONS} actions.`);
    const read = SideCommand.safeParse(given);
    if (read.success) place.actions.push(...draftsOf(withOurNames(read.data, place), place));
    else place.actions.push(leftOut(JSON.stringify(given), 'It is no command of Selenium IDE.'));
  }
}

const storedNames = (commands: readonly unknown[]): ReadonlySet<string> =>
  new Set(
    commands.flatMap(given => {
      const { data } = SideCommand.safeParse(given);
      return data === undefined ? [] : [data.value, data.target];
    }),
  );

function withOurNames(command: SideCommand, { names, stored }: SideState): SideCommand {
  const renamed = (text: string): string =>
    text.replace(/\$\{([^{}]+)\}/g, (whole, name: string) => {
      if (name === 'nbsp') return '\u00A0';
      const [, first = '', rest = ''] = /^(\w+)((?:\.\w+|\[\d+\])*)$/.exec(name) ?? [];
      if (first.startsWith('KEY_')) return whole;
      if (first !== '') return `\${${names.of(first)}${rest}}`;
      return stored.has(name) ? `\${${names.of(name)}}` : whole;
    });
  return {
    ...command,
    target: renamed(command.target.trim()),
    value: renamed(command.value),
    targets: command.targets.map(([text, kind]) => [renamed(text), kind]),
  };
}

function draftsOf(command: SideCommand, place: SideState): ActionDraft[] {
  // A command that is switched off begins with slashes.
  const isOff = command.command.startsWith('//');
  const name = nameOf(command);
  if (name === '') return command.comment === '' ? [] : [{ type: 'comment', text: computed(command.comment) }];
  if (isOff) return [{ type: 'comment', text: computed(wordsOf(command)), disabled: true }];
  const make = COMMANDS.get(name);
  if (make === undefined) return [leftOut(wordsOf(command), `The command “${name}” is not known.`)];
  const drafts = inOwnTab(make(command, place), place);
  noteOpened(command, place);
  return drafts.map(draft =>
    command.comment === '' || draft.comment !== undefined ? draft : { ...draft, comment: command.comment },
  );
}

/** `wait for text` and the old `clickAndWait` are other spellings. */
function nameOf({ command }: SideCommand): string {
  const name = command.replace(/^\/\//, '').replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
  return COMMANDS.has(name) ? name : name.replace(/AndWait$/, '');
}

export const KNOWN_COMMANDS: readonly string[] = [...COMMANDS.keys()];
