/** Playwright's isolated world of a document: calls there, also on its own script. */
import type { ElementHandle } from 'playwright';
import { implOf, NeededParts } from './impl-of.ts';
import { withoutStack } from './without-stack.ts';

export interface UtilityWorld {
  delegate: { _client: UtilitySession };
  /** Playwright's own script there. */
  injectedScript(): Promise<WorldObject>;
  raceAgainstContextDestroyed<Result>(work: Promise<Result>): Promise<Result>;
}

/** The connection to the process of a document. */
interface UtilitySession {
  send(method: 'Runtime.callFunctionOn', call: WorldCall): Promise<CallAnswer>;
  on(event: 'Page.windowOpen', listener: () => void): void;
  off(event: 'Page.windowOpen', listener: () => void): void;
}

interface WorldObject {
  _objectId: string;
}

/** As of Chromium's protocol. */
interface WorldCall {
  objectId: string;
  functionDeclaration: string;
  arguments: readonly object[];
  awaitPromise?: true;
  returnByValue: true;
  userGesture?: true;
}

interface CallAnswer {
  result: { value?: unknown };
  exceptionDetails?: { text: string; exception?: { description?: string } };
}

export const WORLD_PARTS = new NeededParts({
  function: [
    'injectedScript',
    'raceAgainstContextDestroyed',
    ...['send', 'on', 'off'].map(each => `delegate._client.${each}`),
  ],
});
export const OBJECT_PARTS = new NeededParts({ string: ['_objectId'] });

/** By which Chromium's protocol names an object. */
export const objectIdOf = ({ _objectId }: WorldObject): string => _objectId;

/** Rejects as Playwright does when the document goes away. */
export function callInUtility(world: UtilityWorld, call: WorldCall): Promise<CallAnswer> {
  const answer = world.delegate._client.send('Runtime.callFunctionOn', call);
  return withoutStack(() => world.raceAgainstContextDestroyed(answer));
}

/** Announces windows before they open, also such that never come. */
export const windowNews = (world: UtilityWorld): Pick<UtilitySession, 'on' | 'off'> => world.delegate._client;

interface ElementPart {
  evaluateInUtility(code: () => void, argument: object): unknown;
}

export const ELEMENT_PARTS = new NeededParts<ElementPart>({ function: ['evaluateInUtility'] });

/**
 * Calls a function, given as text, with Playwright's own script and the element. Undefined where another process drives
 * the browser, and for what is gone.
 */
export async function callWithElement(element: ElementHandle, code: string): Promise<unknown> {
  const part = implOf(element);
  if (!ELEMENT_PARTS.areIn(part)) return undefined;
  // Playwright sends the text of a function.
  return await part.evaluateInUtility(
    Object.assign(() => {}, { toString: () => code }),
    {},
  );
}
