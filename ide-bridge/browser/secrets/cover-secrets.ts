import type { CDPSession, Page } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import { NodeCover } from '../../page/covers/node-cover.ts';
import { inPage } from '../../page/in-page.ts';
import { withinLimit } from '../limits/within-limit.ts';
import { type DrawnDocument, drawnDocuments } from './drawn-texts.ts';
import { findSecrets, type SecretPlace, type Sought } from './find-secrets.ts';

interface Covered {
  /** What may show secrets that nobody sees there, e.g. `a canvas`. */
  unseen: readonly string[];
  /** Never rejects. */
  uncover(): Promise<void>;
}

/** The documents of a session: of the page, or of a frame of another site, which has a process of its own. */
interface DrawnProcess {
  connection: CDPSession;
  documents: DrawnDocument[];
}

/** A function that takes places and their nodes, covers them and returns one that uncovers them. */
const COVER_NODES = `(places, ...nodes) => ${inPage(NodeCover)}.cover(places, nodes)`;

const MOST_ATTEMPTS = 3;
/** A frame that does not answer by then is told of. */
const FRAME_LIMIT_MS = 2_000;
const WORLD = 'steploom-cover';
const NAMES: Readonly<Record<string, string>> = { canvas: 'a canvas', video: 'a video' };
const SILENT = 'a frame that did not answer';

/** Covers what all frames of a page show of secrets; must be uncovered again. Rejects where that cannot be done. */
export async function coverSecrets(page: Page, connection: CDPSession, sought: Sought): Promise<Covered> {
  for (let attempt = 1; ; attempt += 1) {
    const undo: (() => Promise<unknown>)[] = [];
    const uncover = async () => {
      for (const undoLast of undo.reverse()) await undoLast().catch(() => {});
    };
    try {
      const own = { connection, documents: await drawnDocuments(connection) };
      return { unseen: await cover(own, await framesApart(page, undo), { sought, undo }), uncover };
    } catch (error) {
      await uncover();
      // What was there a moment ago has gone, and what follows may show a secret as well.
      if (page.isClosed()) throw error;
      if (attempt < MOST_ATTEMPTS) continue;
      const message = 'What the page shows of secrets cannot be covered, so there is no picture of it.';
      throw new AppError('page-error', message, { cause: error });
    }
  }
}

async function cover(
  own: DrawnProcess,
  frames: FramesApart,
  { sought, undo }: { sought: Sought; undo: (() => Promise<unknown>)[] },
): Promise<string[]> {
  const drawn = [own, ...frames.parts].flatMap(part => part.documents.map(document => ({ ...part, document })));
  const places = findSecrets(
    drawn.map(({ document }) => document),
    sought,
  );
  const covered = await Promise.allSettled(
    drawn.map(async ({ document, connection: session }, index) => {
      const found = places[index] ?? [];
      if (found.length > 0) undo.push(await coverPlaces(session, document.frameId, found));
    }),
  );
  for (const result of covered) if (result.status === 'rejected') throw result.reason;
  const opaque = drawn.flatMap(({ document }) => document.opaque.map(name => NAMES[name] ?? 'an embedded document'));
  return [...new Set([...opaque, ...frames.silent])];
}

interface FramesApart {
  parts: DrawnProcess[];
  silent: string[];
}

async function framesApart(page: Page, undo: (() => Promise<unknown>)[]): Promise<FramesApart> {
  const found: FramesApart = { parts: [], silent: [] };
  const look = async (frame: ReturnType<Page['mainFrame']>) => {
    // A frame in the process of another has no session.
    const connection = await page
      .context()
      .newCDPSession(frame)
      .catch(() => undefined);
    if (connection === undefined) return;
    undo.push(() => connection.detach());
    const documents = await withinLimit(() => drawnDocuments(connection), { timeoutMs: FRAME_LIMIT_MS }).catch(
      () => undefined,
    );
    if (documents !== undefined) found.parts.push({ connection, documents });
    else if (!frame.isDetached()) found.silent.push(SILENT);
  };
  await Promise.all(
    page
      .frames()
      .filter(frame => frame !== page.mainFrame())
      .map(look),
  );
  return found;
}

/** Returns how to undo it. */
async function coverPlaces(
  connection: CDPSession,
  frameId: string,
  places: readonly SecretPlace[],
): Promise<() => Promise<unknown>> {
  const { executionContextId } = await connection.send('Page.createIsolatedWorld', { frameId, worldName: WORLD });
  const objectGroup = `${WORLD}-${frameId}`;
  const nodes = await Promise.all(
    places.map(async ({ node: backendNodeId }) => {
      const { object } = await connection.send('DOM.resolveNode', { backendNodeId, executionContextId, objectGroup });
      return { objectId: object.objectId };
    }),
  );
  const { result, exceptionDetails } = await connection.send('Runtime.callFunctionOn', {
    executionContextId,
    objectGroup,
    functionDeclaration: COVER_NODES,
    arguments: [{ value: places }, ...nodes],
  });
  const { objectId } = result;
  if (exceptionDetails !== undefined || objectId === undefined)
    throw new AppError('internal', exceptionDetails?.exception?.description ?? 'The cover did not answer.');
  return async () => {
    await connection.send('Runtime.callFunctionOn', { objectId, functionDeclaration: 'function () { this(); }' });
    await connection.send('Runtime.releaseObjectGroup', { objectGroup });
  };
}
