import type { ElementHandle } from 'playwright';
import { ElementRefs } from '../../page/elements/element-refs.ts';
import { inPage } from '../../page/in-page.ts';

export const ELEMENT_REFS_ENGINE = 'steploom-element-refs';

export const ELEMENT_REFS_SOURCE = String(inPage(ElementRefs));

const ask = (element: ElementHandle, body: string) => element.$(`${ELEMENT_REFS_ENGINE}=${body}`);

async function refsOf(element: ElementHandle): Promise<string[]> {
  const reply = await ask(element, 'look');
  return ((await reply?.textContent()) ?? '').split(' ');
}

export const refsAround = async (element: ElementHandle): Promise<string[]> =>
  (await refsOf(element)).filter(ref => ref !== '');

export const maskFrame = (frame: ElementHandle): Promise<unknown> => ask(frame, 'hide');

export const unmaskFrame = (frame: ElementHandle): Promise<unknown> => ask(frame, 'show');

export async function refOfFrame(frame: ElementHandle): Promise<string> {
  const [ref = ''] = await refsOf(frame).catch(() => []);
  return ref;
}
