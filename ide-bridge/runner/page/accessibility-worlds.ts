import type { CDPSession, Page } from 'playwright';
import { z } from 'zod';
import { endsInTime, withinLimit } from '../../browser/limits/within-limit.ts';
import { connect } from '../../browser/session/page-connection.ts';
import type { AccessibilityCheck } from '../../page/accessibility/accessibility-check.ts';
import type { AxeSelector } from '../../page/accessibility/axe-library.ts';
import type { FoundElement } from '../../page/accessibility/found-elements.ts';
import { FORGET_CHECK, KNOWN_CHECK, NAME_ELEMENTS, namingElements, startedCheck } from './accessibility-script.ts';

const WORLD = 'steploom-accessibility';
/** For a frame of another site to say which documents are in it. */
const TREE_LIMIT_MS = 2_000;
const MOST_CONNECTIONS = 50;
/** Longer than a document needs for an answer when nothing else runs in it. */
const FORGET_LIMIT_MS = 500;

/** Something threw in our world of a document. */
export class CheckFault extends Error {}

interface DocumentTree {
  frame: { id: string };
  childFrames?: DocumentTree[];
}

const idsIn = ({ frame, childFrames = [] }: DocumentTree): string[] => [frame.id, ...childFrames.flatMap(idsIn)];

type CallPlace = { objectId: string } | { executionContextId: number };

interface AskedFunction {
  text: string;
  given?: readonly object[];
  isByValue: boolean;
}

const Found: z.ZodType<FoundElement[]> = z.array(z.object({ locator: z.string().optional(), words: z.string() }));

/** The check in our world of one document. */
export class DocumentCheck {
  readonly #connection: CDPSession;
  readonly #contextId: number;
  readonly #objectId: string;

  constructor(connection: CDPSession, contextId: number, objectId: string) {
    this.#connection = connection;
    this.#contextId = contextId;
    this.#objectId = objectId;
  }

  async ask(question: keyof AccessibilityCheck, ...given: readonly unknown[]): Promise<unknown> {
    const text = `function (...given) { return this.${question}(...given); }`;
    const values = given.map(value => ({ value }));
    const asked = { text, given: values, isByValue: true };
    return (await callIn(this.#connection, { objectId: this.#objectId }, asked)).value;
  }

  /** Of the document in an iframe; undefined for what is gone, and for other elements. */
  async frameAt(selector: AxeSelector): Promise<{ frameId: string; url: string } | undefined> {
    const text = 'function (selector) { return this.elementAt(selector); }';
    const asked = { text, given: [{ value: selector }], isByValue: false };
    const { objectId } = await callIn(this.#connection, { objectId: this.#objectId }, asked);
    if (objectId === undefined) return undefined;
    const { node } = await this.#connection.send('DOM.describeNode', { objectId });
    const { frameId, attributes = [] } = node;
    // Names and values take turns.
    const at = attributes.findIndex((each, index) => index % 2 === 0 && each === 'src');
    return frameId === undefined ? undefined : { frameId, url: (at < 0 ? undefined : attributes[at + 1]) ?? '' };
  }

  /** For each selector what it finds. */
  async name(selectors: readonly AxeSelector[], testIdAttribute: string): Promise<FoundElement[]> {
    const naming = { text: namingElements(testIdAttribute), isByValue: false };
    const { objectId } = await callIn(this.#connection, { executionContextId: this.#contextId }, naming);
    if (objectId === undefined) return [];
    const given = [{ objectId: this.#objectId }, { value: selectors }];
    const { value } = await callIn(this.#connection, { objectId }, { text: NAME_ELEMENTS, given, isByValue: true });
    return Found.parse(value);
  }

  /** A document in the midst of a rule does not hear of it: what runs there then is ended. Never rejects. */
  async forget(): Promise<void> {
    const asked = { text: FORGET_CHECK, isByValue: true };
    const told = () => callIn(this.#connection, { objectId: this.#objectId }, asked);
    if (await endsInTime(told, { timeoutMs: FORGET_LIMIT_MS })) return;
    await this.#connection.send('Runtime.terminateExecution').catch(() => {});
  }
}

/** Errors: `CheckFault`, and those of a document that goes away. */
async function callIn(
  connection: CDPSession,
  place: CallPlace,
  { text, given = [], isByValue }: AskedFunction,
): Promise<{ value?: unknown; objectId?: string | undefined }> {
  const { result, exceptionDetails } = await connection.send('Runtime.callFunctionOn', {
    ...place,
    functionDeclaration: text,
    arguments: [...given],
    awaitPromise: true,
    returnByValue: isByValue,
    objectGroup: WORLD,
  });
  if (exceptionDetails === undefined) return result;
  throw new CheckFault(exceptionDetails.exception?.description ?? exceptionDetails.text);
}

/** Our worlds of all documents of a page: the connection of the page, and one for each frame in a process of its own. */
export class AccessibilityWorlds {
  readonly #page: Page;
  readonly #own: CDPSession;
  #apart: Promise<Map<string, CDPSession>> | undefined;
  readonly #opened: CDPSession[] = [];
  readonly #checks: DocumentCheck[] = [];
  #isLeft = false;

  private constructor(page: Page, own: CDPSession) {
    this.#page = page;
    this.#own = own;
  }

  static async of(page: Page): Promise<AccessibilityWorlds> {
    return new AccessibilityWorlds(page, await connect(page));
  }

  async main(): Promise<DocumentCheck> {
    const { frameTree } = await this.#own.send('Page.getFrameTree');
    return await this.#start(this.#own, frameTree.frame.id);
  }

  /** Undefined where no process says that it has the frame. */
  async inFrame(frameId: string): Promise<DocumentCheck | undefined> {
    const { frameTree } = await this.#own.send('Page.getFrameTree');
    if (idsIn(frameTree).includes(frameId)) return await this.#start(this.#own, frameId);
    this.#apart ??= this.#connectApart();
    const connection = (await this.#apart).get(frameId);
    return connection && (await this.#start(connection, frameId));
  }

  /** What is still going on ends by itself: nobody waits for a page that is busy. */
  leave(isDone: boolean): void {
    this.#isLeft = true;
    const forgotten = Promise.all(isDone ? [] : this.#checks.map(check => check.forget()));
    for (const connection of [this.#own, ...this.#opened])
      connection.send('Runtime.releaseObjectGroup', { objectGroup: WORLD }).catch(() => {});
    void forgotten.then(() => this.#opened.map(connection => connection.detach().catch(() => {})));
  }

  async #start(connection: CDPSession, frameId: string): Promise<DocumentCheck> {
    const world = await connection.send('Page.createIsolatedWorld', { frameId, worldName: WORLD });
    const place = { executionContextId: world.executionContextId };
    const known = await callIn(connection, place, { text: KNOWN_CHECK, isByValue: false });
    const start = async () => await callIn(connection, place, { text: await startedCheck(), isByValue: false });
    const { objectId } = known.objectId === undefined ? await start() : known;
    if (objectId === undefined) throw new CheckFault('The check did not start.');
    const check = new DocumentCheck(connection, world.executionContextId, objectId);
    this.#checks.push(check);
    return check;
  }

  async #connectApart(): Promise<Map<string, CDPSession>> {
    const found = new Map<string, CDPSession>();
    const look = async (frame: ReturnType<Page['mainFrame']>) => {
      // A frame in the process of another has no session.
      const connection = await this.#page
        .context()
        .newCDPSession(frame)
        .catch(() => undefined);
      if (connection === undefined) return;
      if (this.#isLeft) return await connection.detach().catch(() => {});
      this.#opened.push(connection);
      const asked = withinLimit(() => connection.send('Page.getFrameTree'), { timeoutMs: TREE_LIMIT_MS });
      const tree = await asked.catch(() => undefined);
      for (const id of tree === undefined ? [] : idsIn(tree.frameTree)) found.set(id, connection);
    };
    const frames = this.#page.frames().filter(frame => frame !== this.#page.mainFrame());
    await Promise.all(frames.slice(0, MOST_CONNECTIONS).map(look));
    return found;
  }
}
