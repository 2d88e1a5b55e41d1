import { type ActionDraft, leftOut } from '../../model/exchange/test-drafts.ts';
import { computed, type SideCommand, type SideState, spoken, type Windows, wordsOf } from './selenium-elements.ts';

export const oneWindow = (): Windows => ({ open: [0], opened: 0, current: 0, front: 0, handles: new Map() });

export function noteOpened({ opensWindow, windowHandleName }: SideCommand, { windows }: SideState): void {
  if (opensWindow !== true || typeof windowHandleName !== 'string') return;
  windows.opened += 1;
  windows.open.push(windows.opened);
  windows.front = windows.opened;
  windows.handles.set(windowHandleName, windows.opened);
}

const ANYWHERE: readonly string[] = ['comment', 'wait', 'dialog', 'else', 'end', 'group', 'if', 'loop'];

/** A tab that opened is in front here; Selenium stays in its own until it switches. */
export function inOwnTab(drafts: readonly ActionDraft[], { windows }: SideState): ActionDraft[] {
  const isBehind = windows.front !== undefined && windows.front !== windows.current;
  if (!isBehind || drafts.every(({ type }) => ANYWHERE.includes(type))) return [...drafts];
  return [...goTo(windows, windows.open.indexOf(windows.current)), ...drafts];
}

export function storeHandle({ target, value }: SideCommand, { windows }: SideState): ActionDraft[] {
  windows.handles.set(value === '' ? target : value, windows.current);
  return [];
}

export function selectWindow(command: SideCommand, place: SideState): ActionDraft[] {
  place.frames = [];
  const { windows } = place;
  const [, kind = '', text = ''] = /^(handle|name|title|win_ser_|index)=?(.*)$/.exec(command.target) ?? [];
  if (kind === 'title') return [{ type: 'switchTab', tab: computed(text) }];
  if (kind === 'win_ser_' || kind === 'index') return goTo(windows, text === 'local' ? 0 : Number(text));
  const known = windows.handles.get(text.replace(/^\$\{(\w+)\}$/, '$1'));
  if (known !== undefined) return goTo(windows, windows.open.indexOf(known));
  // A tab that was just opened is the current one already.
  return [
    leftOut(wordsOf(command), 'Tabs that a page opens come to the front by themselves; “Go to tab” goes to others.'),
  ];
}

function goTo(windows: Windows, index: number): ActionDraft[] {
  const wanted = windows.open[index];
  const isInFront = wanted !== undefined && wanted === windows.front;
  windows.current = wanted ?? windows.current;
  windows.front = wanted;
  return isInFront ? [] : [{ type: 'switchTab', tab: String(Math.max(0, index)) }];
}

export function closeWindow(_command: SideCommand, { windows }: SideState): ActionDraft[] {
  windows.open = windows.open.filter(tab => tab !== windows.current);
  windows.front = undefined;
  return [{ type: 'closeTab' }];
}

/** Actions that may come between the one that opens a dialog and its answer. */
const OPENS_NOTHING: readonly string[] = ['comment', 'dialog', 'assert', 'extract', 'wait', 'else', 'end', 'group'];

/** Steploom answers a dialog before the action that opens it. */
function answersBefore({ actions }: SideState): { at: number; answers: ActionDraft[] } {
  const found = actions.findLastIndex(({ type, disabled }) => !disabled && !OPENS_NOTHING.includes(type));
  const at = found < 0 ? actions.length : found;
  const from = actions.findLastIndex(({ type }, index) => index < at && type !== 'dialog') + 1;
  return { at, answers: actions.slice(from, at) };
}

export const answer =
  (accept: boolean) =>
  ({ target }: SideCommand): ActionDraft[] => [answerOf(accept, target)];

const answerOf = (accept: boolean, text: string): ActionDraft => ({
  type: 'dialog',
  accept,
  ...(accept && text !== '' ? { text: spoken(text) } : {}),
});

/** Selenium IDE records one dialog three times: an answer before it, its text, and the answer of WebDriver. */
export const answerVisible =
  (accept: boolean) =>
  ({ target, value }: SideCommand, place: SideState): ActionDraft[] => {
    const { at, answers } = answersBefore(place);
    const known = answers.findLast(one => !place.settled.has(one));
    const given = answerOf(accept, value || target);
    const draft = known ?? given;
    if (known === undefined) place.actions.splice(at, 0, draft);
    else Object.assign(known, given);
    place.settled.add(draft);
    return [];
  };

/** An alert has no further answer. */
export const dialogText =
  (isAlert: boolean) =>
  (command: SideCommand, place: SideState): ActionDraft[] => {
    const { at, answers } = answersBefore(place);
    const known = answers.find(
      one => one.message === undefined && one.comment === undefined && !place.settled.has(one),
    );
    const draft = known ?? answerOf(true, '');
    if (known === undefined) place.actions.splice(at, 0, draft);
    Object.assign(draft, saidIn(command, place));
    if (isAlert) place.settled.add(draft);
    return [];
  };

/** A message is compared as a whole, with * for any text. */
function saidIn({ command, target }: SideCommand, { notes }: SideState): object {
  const [, kind, rest = ''] = /^(regexpi?|glob|exact):(.*)$/s.exec(target) ?? [];
  const isPattern =
    kind?.startsWith('regexp') === true || (kind !== 'glob' && target.includes('*')) || rest.includes('?');
  if (isPattern) {
    notes.push(`A dialog is answered, but its text “${target}” is not checked.`);
    return { comment: `Its text is not checked: ${target}` };
  }
  const continues = command.startsWith('verify') ? { onFailure: 'continue' } : {};
  return { message: spoken(kind === undefined ? target : rest), ...continues };
}

/** An alert whose text was asked for has its answer already. */
export function acceptAlert(command: SideCommand, place: SideState): ActionDraft[] {
  const last = answersBefore(place).answers.at(-1);
  const isAsked = last !== undefined && (last.message !== undefined || last.comment !== undefined);
  return isAsked ? [] : answerVisible(true)(command, place);
}
