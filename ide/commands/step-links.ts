import { parameterNames, patternOf, shownPattern } from '../../model/feature/step-pattern.ts';
import type { ModuleCode, TestCode } from '../../model/names/codes.ts';
import { counted } from '../../model/names/counted.ts';
import type { LinkHeader } from '../../model/protocol/channel/project-view.ts';
import { type LinkedTest, withLink } from '../app/feature-links.ts';
import type { Ide } from '../app/ide.ts';
import { type LinkReview, snapshotOf } from '../app/state.ts';
import type { IdeStore } from '../app/store.ts';
import { showUndo } from '../app/toasts.tsx';
import { takeBack } from './edits.ts';

function showLink(store: IdeStore, text: string, link: LinkHeader | undefined): void {
  store.update(state => {
    const snapshot = snapshotOf(state);
    if (snapshot === undefined || state.project === undefined) return state;
    return {
      ...state,
      project: { ...state.project, snapshot: { phase: 'ready', value: withLink(snapshot, text, link) } },
    };
  });
}

/** Shows the link at once, and removes it where it is refused. */
async function changeLink<Reply>(
  { store }: Ide,
  text: string,
  change: { link: LinkHeader | undefined; send(): Promise<Reply> },
): Promise<Reply> {
  const before = snapshotOf(store.getState())?.links ?? {};
  showLink(store, text, change.link);
  try {
    return await change.send();
  } catch (error) {
    showLink(store, text, Object.hasOwn(before, text) ? before[text] : undefined);
    throw error;
  }
}

interface LinkTarget extends LinkedTest {
  /** `null`: the first one; undefined: as the step is linked now. */
  actor?: string | null | undefined;
}

/** A step that is linked to its test again keeps who acts. */
function shownLink({ store }: Ide, text: string, { testCode, actor }: LinkTarget): LinkHeader {
  const links = snapshotOf(store.getState())?.links ?? {};
  const known = Object.hasOwn(links, text) ? links[text] : undefined;
  const acting = actor === undefined && known?.testCode === testCode ? known.actor : actor;
  return { testCode, ...(acting && { actor: acting }) };
}

/** Resolves with how many steps were linked. */
async function link(ide: Ide, text: string, test: LinkTarget): Promise<number> {
  const { moduleCode, testCode, actor } = test;
  const send = () => ide.editing.change('linkStep', { text, moduleCode, testCode, actor });
  return (await changeLink(ide, text, { link: shownLink(ide, text, test), send })).linked;
}

export async function linkSteps(ide: Ide, text: string, test: LinkTarget): Promise<void> {
  const linked = await link(ide, text, test);
  showUndo(`Linked ${counted(linked, 'step')} with this text`, () => void takeBack(ide));
}

export async function mapParameters(
  ide: Ide,
  text: string,
  { parameters, ...test }: LinkTarget & { parameters: Record<string, string> },
): Promise<void> {
  const { moduleCode, testCode, actor } = test;
  const said = Object.keys(parameters).length === 0 ? {} : { parameters };
  const send = () => ide.editing.change('linkStep', { text, moduleCode, testCode, actor, ...said });
  await changeLink(ide, text, { link: { ...shownLink(ide, text, test), ...said }, send });
}

export async function unlinkSteps(ide: Ide, text: string): Promise<void> {
  const send = () => ide.editing.change('unlinkStep', { text });
  const reply = await changeLink(ide, text, { link: undefined, send });
  showUndo(`Unlinked ${counted(reply.unlinked, 'step')} with this text`, () => void takeBack(ide));
}

export async function linkTexts(
  ide: Ide,
  texts: readonly string[],
  how: Omit<LinkReview, 'text' | 'also'>,
): Promise<void> {
  const [text, ...also] = texts;
  if (text === undefined) return;
  const { moduleCode, testCode, parameters, valuesTo, actor } = how;
  const given = {
    text,
    also,
    moduleCode,
    testCode,
    actor,
    ...(parameters && { parameters }),
    ...(valuesTo && { valuesTo }),
  };
  const reply = await ide.editing.change('linkStep', given);
  showUndo(`Linked ${counted(reply.linked, 'step')} with ${textsInWords(texts)}`, () => void takeBack(ide));
}

const textsInWords = (texts: readonly string[]): string => (texts.length === 1 ? 'this text' : `${texts.length} texts`);

const MOST_LETTERS = 200;

interface TestOfStep {
  module: string;
  moduleCode: ModuleCode;
  testCode: TestCode;
  linked: number;
  edits: number;
}

interface HowToLink extends Pick<LinkTarget, 'actor'> {
  /** The test gets the values of each text. */
  isTaking: boolean;
}

export interface StepParameter {
  name: string;
  default?: string;
}

export async function testOfStep(
  ide: Ide,
  texts: readonly string[],
  { name, parameters, ...how }: { name: string; parameters: readonly StepParameter[] } & HowToLink,
): Promise<TestOfStep> {
  const modules = Object.values(snapshotOf(ide.store.getState())?.modules ?? {});
  const [first] = modules.toSorted((left, right) => left.rank - right.rank);
  const { moduleCode, name: module } = first ?? (await newModule(ide));
  const taken = parameters.length > 0 && { parameters: [...parameters] };
  const given = { moduleCode, name: name.slice(0, MOST_LETTERS), ...taken };
  const { test } = await ide.editing.change('createTest', given);
  const linked = await linkAll(ide, texts, { moduleCode: test.moduleCode, testCode: test.testCode, ...how });
  const { testCode } = test;
  return { module, moduleCode: test.moduleCode, testCode, linked, edits: first === undefined ? 3 : 2 };
}

export const arePattern = ([text = '', ...others]: readonly string[]): boolean =>
  others.length > 0 && others.every(other => patternOf(other) === patternOf(text));

/** Values in which the texts differ become parameters. */
export async function linkToNewTest(ide: Ide, texts: readonly string[], actor?: LinkTarget['actor']): Promise<void> {
  const [text = ''] = texts;
  const isPattern = arePattern(texts);
  const name = isPattern ? shownPattern(patternOf(text)) : text;
  const parameters = isPattern ? parameterNames(texts).map(each => ({ name: each })) : [];
  const made = await testOfStep(ide, texts, { name, parameters, isTaking: texts.length > 1, actor });
  const { module, linked, edits } = made;
  showUndo(`Created a test in ${module} and linked ${counted(linked, 'step')}`, () => void takeBack(ide, edits));
}

async function linkAll(
  ide: Ide,
  texts: readonly string[],
  { isTaking, ...test }: LinkedTest & HowToLink,
): Promise<number> {
  const [text = '', ...also] = texts;
  if (!isTaking) return await link(ide, text, test);
  const given = { text, also, ...test };
  return (await ide.editing.change('linkStep', given)).linked;
}

const NEW_MODULE = { name: 'Steps' };

const newModule = async (ide: Ide) => ({
  ...NEW_MODULE,
  ...(await ide.editing.change('createModule', NEW_MODULE)).module,
});
