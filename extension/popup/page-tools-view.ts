import { z } from 'zod';
import { ask } from '../ask-worker.ts';
import type { PairingState, PickingState } from '../messages.ts';
import { button, make } from './elements.ts';
import type { Perform } from './perform.ts';

const Picture = z.object({ path: z.string() });

/** A picture of the page, and pointing at an element of it. */
export function pageToolsView({ pairingId, picking }: PairingState, perform: Perform): Node[] {
  const result = make('div', { class: 'result', role: 'status' });
  const picture = button(
    'Take a picture',
    () => perform(async () => result.replaceChildren(...(await take(pairingId)))),
    'plain',
  );
  const pick = button('Pick an element', () => perform(() => ask({ kind: 'pick', pairingId })), 'plain');
  if (picking?.isUnderWay === true) {
    const stop = button('Stop picking', () => perform(() => ask({ kind: 'pick-cancel', pairingId })), 'plain');
    result.append(make('p', {}, 'Click the element in the page, then open this popup again for its locators.'));
    return [make('div', { class: 'tools' }, picture, stop), result];
  }
  result.append(...(picking === undefined ? [] : pickedView(picking)));
  return [make('div', { class: 'tools' }, picture, pick), result];
}

async function take(pairingId: string): Promise<Node[]> {
  const answer = await ask({
    kind: 'call',
    pairingId,
    name: 'getScreenshot',
    arguments: { as: 'file', format: 'png' },
  });
  const { path } = Picture.parse(answer);
  return [make('p', {}, 'The picture is saved.'), copied(path, 'path')];
}

function pickedView({ element, locators, problem }: PickingState): Node[] {
  if (element === undefined) return [make('p', {}, problem ?? 'Nothing was picked.')];
  const { role, name = '' } = element;
  return [
    make('p', {}, 'Picked: ', make('strong', {}, name === '' ? role : `${role} “${name}”`)),
    make('ul', { 'aria-label': 'Locators' }, ...locators.map(text => make('li', {}, copied(text, 'locator')))),
  ];
}

function copied(text: string, what: string): HTMLElement {
  const copy = button(
    'Copy',
    async () => {
      await navigator.clipboard.writeText(text);
      copy.textContent = 'Copied';
      copy.setAttribute('aria-label', `Copied the ${what}`);
    },
    'quiet',
  );
  copy.setAttribute('aria-label', `Copy the ${what} ${text}`);
  return make('div', { class: 'copied' }, make('code', {}, text), copy);
}
