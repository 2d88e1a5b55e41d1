import { type LinkedTest, withLink } from '../app/feature-links.ts';
import type { Ide } from '../app/ide.ts';
import { readFeatures } from '../app/side-facts.ts';
import { snapshotOf } from '../app/state.ts';
import { showUndo } from '../app/toasts.tsx';
import { LinkedReply, ModuleReply, TestReply, UnlinkedReply } from '../app/tool-replies.ts';
import { takeBack } from './take-back.ts';

const steps = (count: number): string => (count === 1 ? '1 step' : `${count} steps`);

/** The link is shown at once; one that is refused goes again. */
async function changeLink(ide: Ide, text: string, test: LinkedTest | undefined): Promise<unknown> {
  const { store, editing } = ide;
  store.update(state =>
    state.features.phase === 'ready'
      ? { ...state, features: { phase: 'ready', value: withLink(state.features.value, text, test) } }
      : state,
  );
  try {
    return await editing.change(test === undefined ? 'unlinkStep' : 'linkStep', { text, ...test });
  } finally {
    await readFeatures(ide);
  }
}

/** Links all steps of a text to a test. */
export async function linkSteps(ide: Ide, text: string, test: LinkedTest): Promise<void> {
  const reply = LinkedReply.safeParse(await changeLink(ide, text, test)).data;
  if (reply !== undefined) showUndo(`Linked ${steps(reply.linked)} with this text`, () => void undoLink(ide));
}

export async function unlinkSteps(ide: Ide, text: string): Promise<void> {
  const reply = UnlinkedReply.safeParse(await changeLink(ide, text, undefined)).data;
  if (reply !== undefined) showUndo(`Unlinked ${steps(reply.unlinked)} with this text`, () => void undoLink(ide));
}

async function undoLink(ide: Ide): Promise<void> {
  await takeBack(ide);
  await readFeatures(ide);
}

const MOST_LETTERS = 200;

/** Makes an empty test that is called like the step, and links it. */
export async function linkToNewTest(ide: Ide, text: string): Promise<void> {
  const modules = Object.values(snapshotOf(ide.store.getState())?.modules ?? {});
  const [first] = modules.toSorted((left, right) => left.rank - right.rank);
  const moduleCode = first?.moduleCode ?? (await newModule(ide));
  const given = { moduleCode, name: text.slice(0, MOST_LETTERS) };
  const { test } = TestReply.parse(await ide.editing.change('createTest', given));
  await linkSteps(ide, text, { moduleCode: test.moduleCode, testCode: test.testCode });
}

const newModule = async (ide: Ide) =>
  ModuleReply.parse(await ide.editing.change('createModule', { name: 'Steps' })).module.moduleCode;
