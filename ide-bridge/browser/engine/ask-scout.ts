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
import { keepSnapshots, loseSnapshots } from './answer-snapshots.ts';
import { reportNews } from './news-before.ts';
import { reportPageAfter } from './page-after.ts';

/** Runs in each document before its own scripts. */
export const FRAME_CALLBACKS = String(inPage(countFrameCallbacks));

const SCOUT = inPage(Scout, new InPage<InjectedScript>('this'), {
  StillnessClass: Stillness,
  HitPlacesClass: HitPlaces,
  seenNews,
});
const INSTALL = `function (name, ...given) { this.__steploom ??= ${SCOUT}; return this.__steploom[name](...given); }`;
const CALL = 'function (name, ...given) { return this.__steploom[name](...given); }';

const installed = new WeakSet<UtilityWorld>();

export interface ScoutPage {
  frame: FramePart;
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
  if (!target.selector.includes('internal:control=enter-frame'))
    return { frame, world: await progress.race(frame.context('utility')), frameVisible: true };
  const [found] = await progress.race(frame.selectors.resolveFramesForSelector(target));
  if (found === undefined) return undefined;
  const world = await progress.race(found.frame.context('utility'));
  return { frame: found.frame, world, frameVisible: found.frameVisible };
}

export const lastPart = (selector: string): string =>
  selector.split(/\s*>>\s*internal:control=enter-frame\s*>>\s*/).at(-1) ?? selector;

type ScoutCall = keyof Scout;

export async function callScout({ world }: ScoutPage, name: ScoutCall, ...given: readonly object[]): Promise<unknown> {
  const objectId = objectIdOf(await world.injectedScript());
  const isInstalled = installed.has(world);
  installed.add(world);
  const { result, exceptionDetails } = await callInUtility(world, {
    objectId,
    functionDeclaration: isInstalled ? CALL : INSTALL,
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
  const wantsSnapshot = asked.action !== 'expect' && asked.wantsSnapshot;
  let isOpen = true;
  try {
    const answer = await progress.race(callScout(place, name, { value: request }));
    isOpen = false;
    if (asked.asksPageAfter) reportPageAfter(place.frame, isAnswer(answer) ? answer.pageAfter : undefined);
    if (!isAnswer(answer)) return { hand: 'no answer' };
    if (answer.snapshot !== undefined) keepSnapshots(place.frame, 'before', answer.snapshot);
    if (answer.news !== undefined) reportNews(place.frame, answer.news);
    return answer;
  } finally {
    if (isOpen && (wantsSnapshot || asked.asksPageAfter)) loseSnapshots(place.frame);
    if (isOpen && asked.asksPageAfter) reportPageAfter(place.frame, undefined);
    if (isOpen && name === 'wait') callScout(place, 'leave', { value: request.id }).catch(() => {});
  }
}
