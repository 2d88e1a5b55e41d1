/** What the cases of the table are made of by which both engines are proved to do the same. */
import type { ActionInput } from '../../../runner/runner-fixture.ts';

/** A page, what a test does on it, and in the end what the page has noted of that. */
export interface EngineCase {
  /** Continues "both engines do the same with". */
  title: string;
  /** The body of the page, or a whole document. */
  page: string;
  actions: readonly ActionInput[];
  /**
   * Why the engines may hit the element at different moments, so that the places of events are not compared. That depends
   * on chance, so nothing tells when it no longer applies.
   */
  differsInPlace?: string;
  /** Whether a run before makes the pictures that this one compares. */
  isPictured?: boolean;
}

/**
 * For what fails: an action without a limit of its own has to work. Leaves Playwright its share of the limit, in which it
 * finds out why nothing could be done.
 */
export const HOPELESS = { timeoutMs: 2_000 };

/** What fails, and what comes after it nonetheless. */
export const IN_VAIN = { ...HOPELESS, onFailure: 'continue' };

export const T = "locator('#t')";

export const on = (type: string, locator: string, fields: object = {}): ActionInput => ({ type, locator, ...fields });

export const holds = (matcher: string, fields: object = {}): ActionInput => ({ type: 'assert', matcher, ...fields });

export const logged = (expected: string, fields: object = {}): ActionInput =>
  holds('toHaveText', { locator: '#log', expected, ...fields });

export const script = (code: string): ActionInput => ({ type: 'script', code });

/** For what the document of another site tells the page, which takes a moment. */
export const noted = (words: string): ActionInput =>
  holds('toPassScript', { expected: `seenHere().includes(${JSON.stringify(words)})` });

/** A place to log to, out of the way, and `L`, which does. */
export const LOG = `<output id="log" style="position:fixed;right:0;bottom:0;pointer-events:none"></output><script>
  const L = text => { const log = document.getElementById('log'); log.textContent += (log.textContent ? '|' : '') + text; };
</script>`;

/** An attribute that holds markup. */
export const quoted = (html: string): string => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
