/** What becomes of those who use a test when it is deleted, as a person is asked. Loaded when that is asked. Pure. */
import { z } from 'zod';
import { type IdeState, snapshotOf } from '../app/state.ts';

const MOST_NAMES = 3;
const TestUsers = z.array(
  z.union([
    z.object({ kind: z.literal('action'), testCode: z.string() }),
    z.object({ kind: z.literal('module'), moduleCode: z.string() }),
    z.object({ kind: z.literal('step'), text: z.string() }),
    z.object({ kind: z.literal('sign-in') }),
  ]),
);

/** `count`: how many tests and modules go. */
export function usesInWords(state: IdeState, given: readonly unknown[], count: number): string {
  const uses = TestUsers.parse(given);
  const them = count === 1 ? 'it' : 'them';
  const snapshot = snapshotOf(state);
  const tests = uses.flatMap(use =>
    use.kind === 'action' ? (snapshot?.tests[use.testCode]?.name ?? use.testCode) : [],
  );
  const modules = uses.flatMap(use =>
    use.kind === 'module' ? (snapshot?.modules[use.moduleCode]?.name ?? use.moduleCode) : [],
  );
  const texts = uses.flatMap(use => (use.kind === 'step' ? [use.text] : []));
  const sentences = [
    texts.length === 0 ? '' : stepWords(stepsOf(state, texts), them),
    tests.length === 0 ? '' : `${listed(tests)} ${isOne(tests) ? 'plugs' : 'plug'} ${them} in and will fail.`,
    modules.length === 0
      ? ''
      : `Module ${listed(modules)} ${isOne(modules) ? 'runs' : 'run'} ${them} around its tests.`,
    uses.some(({ kind }) => kind === 'sign-in') ? `The sign-in settings name ${them}.` : '',
  ];
  return [...sentences.filter(sentence => sentence !== ''), 'Undo brings everything back.'].join(' ');
}

const isOne = (names: readonly string[]): boolean => new Set(names).size === 1;

function stepWords(steps: number, them: string): string {
  if (steps === 0) return `Steps that no feature has now are linked to ${them}.`;
  return steps === 1
    ? `1 step is linked to ${them} and turns red.`
    : `${steps} steps are linked to ${them} and turn red.`;
}

function stepsOf({ features }: IdeState, texts: readonly string[]): number {
  const wanted = new Set(texts);
  if (features.phase !== 'ready') return texts.length;
  return features.value
    .flatMap(({ scenarios }) => scenarios)
    .reduce((sum, { steps }) => sum + steps.filter(({ text }) => wanted.has(text)).length, 0);
}

/** E.g. `“Buy” and “Pay”`. */
function listed(names: readonly string[]): string {
  const quoted = [...new Set(names)].map(name => `“${name}”`);
  const left = quoted.length - MOST_NAMES;
  const shown = left > 0 ? [...quoted.slice(0, MOST_NAMES), `${left} more`] : quoted;
  return shown.length === 1 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
