import { countFrameCallbacks } from '../../page/engine/frame-callbacks.ts';
import { HitPlaces } from '../../page/engine/hit-places.ts';
import type { InjectedScript } from '../../page/engine/injected-script.ts';
import { Scout } from '../../page/engine/scout.ts';
import type { ScoutAnswer, ScoutQuestion, ScoutRequest } from '../../page/engine/scout-questions.ts';
import { seenNews } from '../../page/engine/seen-news.ts';
import { Stillness } from '../../page/engine/stillness.ts';
import { InPage, inPage } from '../../page/in-page.ts';
import type { FramePart, Progress, SoughtElement } from '../../playwright/engine-parts.ts';
import { isObject } from '../../playwright/impl-of.ts';
import { callInUtility, objectIdOf, type UtilityWorld } from '../../playwright/utility-world.ts';
import { type PageTurn, turnOf } from './page-turn.ts';

/** Runs in each document before its own scripts. */
export const FRAME_CALLBACKS = String(inPage(countFrameCallbacks));

const SCOUT = inPage(Scout, new InPage<InjectedScript>('this'), {
  StillnessClass: Stillness,
  HitPlacesClass: HitPlaces,
  seenNews,
});
const INSTALL = `function (name, ...given) { this.__steploom ??= ${SCOUT}; return this.__steploom[name](...given); }`;
const CALL = 'function (name, ...given) { return this.__steploom[name](...given); }';

export interface ScoutPage {
  frame: FramePart;
  turn: PageTurn;
  world: UtilityWorld;
  frameVisible: boolean;
}

const isAnswer = (value: unknown): value is ScoutAnswer => isObject(value);

/** Undefined as long as the frame is missing or not loaded. Rejects as Playwright does. */
export async function placeOf(
  frame: FramePart,
  target: SoughtElement,
  progress: Progress,
): Promise<ScoutPage | undefined> {
  const [found] = target.selector.includes('internal:control=enter-frame')
    ? await progress.race(frame.selectors.resolveFramesForSelector(target))
    : [{ frame, frameVisible: true }];
  if (found === undefined) return undefined;
  const { frame: owner, frameVisible } = found;
  return { frame: owner, turn: turnOf(owner), world: await progress.race(owner.context('utility')), frameVisible };
}

export const lastPart = (selector: string): string =>
  selector.split(/\s*>>\s*internal:control=enter-frame\s*>>\s*/).at(-1) ?? selector;

type ScoutCall = keyof Scout;

export async function callScout(
  { world, turn }: ScoutPage,
  name: ScoutCall,
  ...given: readonly object[]
): Promise<unknown> {
  const objectId = objectIdOf(await world.injectedScript());
  const { result, exceptionDetails } = await callInUtility(world, {
    objectId,
    functionDeclaration: turn.isNew(world) ? INSTALL : CALL,
    arguments: [{ value: name }, ...given],
    awaitPromise: true,
    returnByValue: true,
    userGesture: true,
  });
  if (exceptionDetails === undefined) return result.value;
  return { hand: exceptionDetails.exception?.description ?? exceptionDetails.text };
}

let requests = 0;

/** A wait that the caller cancels ends in the page as well. */
export async function askScout(
  place: ScoutPage,
  progress: Progress,
  name: 'act' | 'wait',
  asked: ScoutQuestion,
): Promise<ScoutAnswer> {
  requests += 1;
  const request: ScoutRequest = { id: requests, frameVisible: place.frameVisible, ...asked };
  let answer: ScoutAnswer | undefined;
  try {
    const given = await progress.race(callScout(place, name, { value: request }));
    answer = isAnswer(given) ? given : { hand: 'no answer' };
    return answer;
  } finally {
    place.turn.settle(place.frame, asked, answer);
    if (answer === undefined && name === 'wait') callScout(place, 'leave', { value: request.id }).catch(() => {});
  }
}
