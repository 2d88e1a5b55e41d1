/**
 * This room alone knows what is not public in Playwright: its private members, its bundle, the scripts that it sends to
 * pages and what it writes into traces. It knows no pages of ours; what is done with the parts is decided elsewhere.
 *
 * | Part | Needed by | Where it is missing |
 * | --- | --- | --- |
 * | `engine-parts`, `utility-world`, `input-actions` | `browser/engine` | Playwright does all by itself; that is said once |
 * | `drag-mouse` | drags of `browser/engine` | they end as soon as they arrive |
 * | `tracing`, `faster-streamer` | traces of runs | Playwright records the page around every call |
 * | `clock-scripts` | clocks that tests set | a window that lives on after its test keeps Playwright's clock, which goes as the real one |
 * | `redirect-navigation` | pages that are replayed from HAR files | where a redirect leads to is asked of the server |
 * | `transport` | budgets of pages | nothing is counted |
 * | `playwright-library` | recording | it is refused |
 * | `trace-library` | pages that runs kept | they cannot be shown |
 * | `expect-aria`, `register-engine` | aria snapshots; lent tabs | these are refused |
 *
 * `STEPLOOM_ENGINE=playwright` needs nothing of the first row; Playwright itself is loaded by its public name.
 */
import type { BrowserContext } from 'playwright';
import { CONTEXT_PARTS } from './engine-parts.ts';
import { implOf } from './impl-of.ts';

/** The release of Playwright whose parts are described here. */
export const KNOWN_RELEASE = '1.65.1';

/** Why the parts of its engine are not used in this Playwright; undefined where they are. */
export function whyUnknown(context: BrowserContext): string | undefined {
  const impl = implOf(context);
  if (!CONTEXT_PARTS.areIn(impl)) return 'the browser is driven from another process';
  const release = impl.tracing._contextCreatedEvent.playwrightVersion;
  return release === KNOWN_RELEASE ? undefined : `it knows Playwright ${KNOWN_RELEASE}, and this is ${release}`;
}
