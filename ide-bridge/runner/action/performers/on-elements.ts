/** Performers of actions on elements, each by the name of its kind. */
import type { Page } from 'playwright';
import type { ActionOf } from '../../../../model/actions/index.ts';
import { isPlainPassword } from '../../../../model/actions/plain-password.ts';
import type { Locator } from '../../../../model/locator/locator.ts';
import { chordsOf, MOST_KEYS_CHARACTERS, textOfKeys } from '../../../../model/values/key.ts';
import { turnOn } from '../../../browser/engine/page-turn.ts';
import { startClock } from '../../../browser/limits/within-limit.ts';
import { givenFiles } from '../../../browser/session/given-files.ts';
import { scrollOnce } from '../../../page/fields/scroll-once.ts';
import {
  type CallLimit,
  chooseOptions,
  dragBy,
  dragElement,
  type Element,
  fillElement,
  giveFiles,
  mayWaitInVain,
  type Press,
  pasteInto,
  pointerOf,
  pressUnlessInVain,
  tickElement,
  typeKeys,
} from '../../page/element-actions.ts';
import { explainActionError } from '../../page/explain-action-error.ts';
import { onCurrentPage, type PageTask } from '../../page/on-current-page.ts';
import { scrollFar, scrollPageOnce } from '../../page/scroll-far.ts';
import { PASSED, type PerformContext, type Performed } from '../perform-context.ts';

interface ElementTask {
  locator: Locator;
  /** A secret goes into the element. */
  isSecret?: boolean;
  act(element: Element, limit: CallLimit): Promise<unknown>;
}

function onElement(
  { session, limits }: PerformContext,
  { locator, isSecret = false, act }: ElementTask,
): PageTask<Performed> {
  return {
    limits,
    locator,
    whenLeft: PASSED,
    work: async (page, { timeoutMs, signal }) => {
      const element = session.locate(locator, page);
      const remaining = startClock(timeoutMs);
      if (isSecret) {
        await element.waitFor({ state: 'attached', timeout: remaining(), signal });
        await session.secretFields.add(page, element);
      }
      await act(element, { timeout: remaining(), signal });
      return PASSED;
    },
  };
}

export async function click(
  { type, locator: text, modifiers, position }: ActionOf<'click' | 'dblclick' | 'rightClick'>,
  context: PerformContext,
): Promise<Performed> {
  const locator = await context.find(text);
  return onCurrentPage(
    context.session,
    onElement(context, {
      locator,
      act: (element, limit) => {
        const press: Press = how => {
          const pointer = { ...how, ...pointerOf({ modifiers, position }) };
          if (type === 'dblclick') return element.dblclick(pointer);
          return element.click({ ...pointer, button: type === 'rightClick' ? 'right' : 'left' });
        };
        const isWatched = type !== 'rightClick' && position === undefined && mayWaitInVain(locator);
        return isWatched ? pressUnlessInVain(element, press, limit) : press({ ...limit, force: false });
      },
    }),
  );
}

export { click as dblclick, click as rightClick };

export async function hover({ locator, ...pointer }: ActionOf<'hover'>, context: PerformContext) {
  return onCurrentPage(
    context.session,
    onElement(context, {
      locator: await context.find(locator),
      act: (element, limit) => element.hover({ ...limit, ...pointerOf(pointer) }),
    }),
  );
}

export async function drag(action: ActionOf<'drag'>, context: PerformContext) {
  const { locator, target: text, position, targetPosition, offset = { x: 0, y: 0 } } = action;
  const places = { ...(position && { sourcePosition: position }), ...(targetPosition && { targetPosition }) };
  const { session } = context;
  const dragged = await context.find(locator);
  if (text === undefined)
    return onCurrentPage(
      session,
      onElement(context, {
        locator: dragged,
        act: (element, limit) => dragBy(element, offset, { ...limit, ...(position && { position }) }),
      }),
    );
  const target = await context.find(text);
  return onCurrentPage(
    context.session,
    onElement(context, {
      locator: dragged,
      act: (element, limit) =>
        dragElement(element, { ...target, element: session.locate(target, element.page()) }, { ...limit, ...places }),
    }),
  );
}

export async function fill({ locator: text, value, keyByKey }: ActionOf<'fill'>, context: PerformContext) {
  const locator = await context.find(text);
  const filled = await context.text(value);
  const onPassword = () =>
    concealPassword({ locator: text, typed: filled.text, isKeyByKey: keyByKey === true }, context);
  if (isPlainPassword({ locator: text, value })) onPassword();
  return onCurrentPage(
    context.session,
    onElement(context, {
      locator,
      isSecret: filled.isSecret,
      act: async (element, limit) => {
        if (keyByKey === true) return typeKeys(element, filled.text, { ...limit, onPassword });
        using _heard = turnOn(element.page())?.hearPassword(() => filled.isSecret || onPassword());
        await fillElement(element, filled.text, limit);
      },
    }),
  );
}

export async function paste({ locator, value, html }: ActionOf<'paste'>, context: PerformContext) {
  const pasted = await context.text(value);
  const formatted = html === undefined ? undefined : await context.text(html);
  if (isPlainPassword({ locator, value })) concealPassword({ locator, typed: pasted.text, isKeyByKey: false }, context);
  return onCurrentPage(
    context.session,
    onElement(context, {
      locator: await context.find(locator),
      isSecret: pasted.isSecret,
      act: (element, limit) => pasteInto(element, { text: pasted.text, html: formatted?.text }, limit),
    }),
  );
}

interface TypedPassword {
  locator: string;
  typed: string;
  isKeyByKey: boolean;
}

/** The page gets to know all beginnings of what is typed key by key: whoever knows more than half may guess the rest. */
function concealPassword({ locator, typed, isKeyByKey }: TypedPassword, { concealWord }: PerformContext): void {
  const shortest = isKeyByKey && typed.length <= MOST_KEYS_CHARACTERS ? Math.ceil(typed.length / 2) : typed.length;
  for (let length = shortest; length <= typed.length; length += 1) {
    const word = typed.slice(0, length);
    // A text that is part of the field's locator must stay readable, or names of fields would be masked.
    if (!locator.toLowerCase().includes(word.toLowerCase())) concealWord(word);
  }
}

export async function select({ locator: text, values }: ActionOf<'select'>, context: PerformContext) {
  const locator = await context.find(text);
  const wanted: { text: string; isSecret: boolean }[] = [];
  for (const value of values) wanted.push(await context.text(value));
  return onCurrentPage(
    context.session,
    onElement(context, {
      locator,
      isSecret: wanted.some(({ isSecret }) => isSecret),
      act: (element, limit) =>
        chooseOptions(
          element,
          wanted.map(option => option.text),
          limit,
        ),
    }),
  );
}

async function tick(text: string, isTicked: boolean, context: PerformContext): Promise<Performed> {
  const locator = await context.find(text);
  return onCurrentPage(
    context.session,
    onElement(context, { locator, act: (element, limit) => tickElement(element, isTicked, limit) }),
  );
}

export const check = ({ locator }: ActionOf<'check'>, context: PerformContext) => tick(locator, true, context);
export const uncheck = ({ locator }: ActionOf<'uncheck'>, context: PerformContext) => tick(locator, false, context);

export async function press({ key, locator }: ActionOf<'press'>, context: PerformContext) {
  const chords = chordsOf((await context.text(key)).text);
  const { secretFields } = context.session;
  if (locator === undefined)
    return onPage(context, async page => {
      for (const chord of chords) await page.keyboard.press(chord);
    });
  const typed = secretFields.pressed(locator, textOfKeys(chords));
  const onPassword = () => concealPassword({ locator, typed, isKeyByKey: true }, context);
  if (isPlainPassword({ locator, value: typed })) onPassword();
  return onCurrentPage(
    context.session,
    onElement(context, {
      locator: await context.find(locator),
      act: async (element, limit) => {
        const [first = '', ...others] = chords;
        using _heard = turnOn(element.page())?.hearPassword(onPassword);
        await element.press(first, limit);
        // After any key the page may name the element anew, or focus another, where a person would go on.
        for (const chord of others) await element.page().keyboard.press(chord);
      },
    }),
  );
}

export async function upload({ locator, files }: ActionOf<'upload'>, context: PerformContext) {
  const paths: string[] = [];
  for (const [index, file] of files.entries())
    paths.push(await context.pathOf((await context.text(file)).text, `files[${index}]`));
  const given = await givenFiles(context.session, paths);
  return onCurrentPage(
    context.session,
    onElement(context, {
      locator: await context.find(locator),
      act: (element, limit) => giveFiles(element, given, limit),
    }),
  );
}

export async function scroll({ locator, x, y }: ActionOf<'scroll'>, context: PerformContext) {
  const { session, limits } = context;
  const by = { x: x ?? 0, y: y ?? 0 };
  const given = { signal: limits.signal, timeout: limits.timeoutMs };
  if (locator === undefined)
    return onPage(context, page => scrollFar(session, { by, once: left => scrollPageOnce(page, left) }, given));
  return onCurrentPage(
    context.session,
    onElement(context, {
      locator: await context.find(locator),
      act: (element, limit) =>
        x === undefined && y === undefined
          ? element.scrollIntoViewIfNeeded(limit)
          : scrollFar(session, { by, once: left => element.evaluate(scrollOnce, left, limit) }, limit),
    }),
  );
}

async function onPage({ session, limits }: PerformContext, act: (page: Page) => Promise<unknown>): Promise<Performed> {
  limits.signal.throwIfAborted();
  const page = session.requirePage();
  try {
    await act(page);
    return PASSED;
  } catch (error) {
    throw explainActionError(error, { subject: 'the page', url: page.url(), ...limits });
  }
}
