/** Windows of several people: whose page is in front, and whose actions are read. */
import type { ActionDraft } from '../../model/exchange/test-drafts.ts';
import type { Reader } from './codegen-reader.ts';

export const actorOf = ({ windows }: Reader, page: number): number => windows.places.get(page)?.actor ?? 0;

/** As `switchTab` counts: from 0, in the window of its actor. */
export const tabOf = ({ windows }: Reader, page: number): number => windows.places.get(page)?.tab ?? page;

/** The number of the next page of the actor who is in front. */
export function nextPage(reader: Reader, actor = actorOf(reader, reader.current)): number {
  const pages = [...reader.pages.values(), reader.current];
  const page = Math.max(...pages, ...reader.windows.places.keys()) + 1;
  const known = actor === 0 ? pages : [...pages, ...reader.windows.places.keys()];
  const tabs = known.filter(one => actorOf(reader, one) === actor).map(one => tabOf(reader, one));
  const tab = Math.max(-1, ...tabs) + 1;
  if (actor > 0 || tab !== page) reader.windows.places.set(page, { actor, tab });
  return page;
}

/** From here on the actor of this page acts, in the tab where they were last. */
export function turnToActorOf(reader: Reader, page: number): void {
  const { windows } = reader;
  const [before, now] = [actorOf(reader, reader.current), actorOf(reader, page)];
  windows.acted.add(now);
  if (before === now) return;
  claim(reader, before);
  windows.front.set(before, reader.current);
  reader.current = windows.front.get(now) ?? page;
}

function claim({ actions, windows: { whose } }: Pick<Reader, 'actions' | 'windows'>, actor: number): void {
  for (const draft of actions.toReversed()) {
    if (whose.has(draft)) return;
    whose.set(draft, actor);
  }
}

/** By the actor that each action is of. */
export function claimedActions(reader: Reader): Map<ActionDraft, number> {
  claim(reader, actorOf(reader, reader.current));
  const claimed = new Map<ActionDraft, number>();
  let next = 0;
  for (const draft of reader.actions.toReversed()) {
    next = reader.windows.whose.get(draft) ?? next;
    claimed.set(draft, next);
  }
  return claimed;
}

/** `Seller acts in sellerPage.`, as exported code has it. */
export function saysWhoActs({ windows }: Reader, text: string): boolean {
  const lines = text.split('\n').map(line => /^(.{1,40}) acts in (\w+)\.$/.exec(line));
  if (lines.includes(null)) return false;
  for (const [, name = '', variable = ''] of lines.filter(line => line !== null)) windows.said.set(variable, name);
  return true;
}
