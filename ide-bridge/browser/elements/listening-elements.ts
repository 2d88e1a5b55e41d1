import type { Page } from 'playwright';
import { z } from 'zod';
import type { Listening } from '../in-page/page-facts-types.ts';
import { connect } from '../session/page-connection.ts';

/** A page of more elements is asked for those with a role, a link or a pointer alone. */
const MOST_ELEMENTS = 20_000;

/**
 * Runs in the page's own world, where alone its listeners are known, with the command line API of DevTools. Counts
 * elements as `PageFacts` does. What React or another library listens to on its root is meant for what lies in it.
 */
const PROGRAM = `(() => {
  const all = [];
  const collect = root => {
    const shadows = root.shadowRoot ? [root.shadowRoot] : [];
    for (const element of root.querySelectorAll('*')) {
      all.push(element);
      if (element.shadowRoot) shadows.push(element.shadowRoot);
    }
    shadows.forEach(collect);
  };
  collect(document);
  if (all.length > ${MOST_ELEMENTS}) return { count: 0, indexes: [] };
  const ownKey = (element, start) => Object.keys(element).find(key => key.startsWith(start));
  const isRoot = element =>
    element === document.documentElement || element === document.body ||
    ownKey(element, '__reactContainer$') !== undefined || ownKey(element, '_reactListening') !== undefined;
  const handles = element => {
    const props = ownKey(element, '__reactProps$');
    if (props !== undefined && typeof element[props]?.onClick === 'function') return true;
    if (isRoot(element)) return false;
    const { click, mousedown } = getEventListeners(element);
    return click !== undefined || mousedown !== undefined;
  };
  return { count: all.length, indexes: all.flatMap((element, index) => (handles(element) ? [index] : [])) };
})()`;

const Answer = z.object({ result: z.object({ value: z.object({ count: z.number(), indexes: z.array(z.number()) }) }) });

/** The elements of the main frame that listen to clicks, by their places; undefined where the page does not tell. */
export async function listeningElements(page: Page): Promise<Listening | undefined> {
  try {
    const connection = await connect(page);
    const answer: unknown = await connection.send('Runtime.evaluate', {
      expression: PROGRAM,
      includeCommandLineAPI: true,
      returnByValue: true,
    });
    return Answer.safeParse(answer).data?.result.value;
  } catch {
    // A page on its way elsewhere is asked again with the rest.
    return undefined;
  }
}
