import { runInNewContext } from 'node:vm';
import { AppError } from '../../model/errors/errors.ts';
import type { PlaywrightLibrary } from '../page/elements/playwright-library.ts';
import { InPage } from '../page/in-page.ts';
import { readCoreBundle } from './core-bundle.ts';

/** Marks the text of the in-page library in Playwright's bundle. */
const MARK = 'InjectedScript: () => InjectedScript';

let known: string | undefined;

/**
 * Playwright's in-page library, by which its locators know roles and names: private, so a spec checks the parts used. Makes
 * it anew at each call; `options` as of the pinned release. Errors: `internal`.
 */
export function playwrightLibrary(testIdAttribute: string): InPage<() => PlaywrightLibrary> {
  known ??= readLibrary();
  const options = {
    isUnderTest: false,
    sdkLanguage: 'javascript',
    frameSeq: 0,
    testIdAttributeName: testIdAttribute,
    stableRafCount: 1,
    browserName: 'chromium',
    shouldPrependErrorPrefix: false,
    isUtilityWorld: true,
    customEngines: [],
  };
  return new InPage(`(() => {
    const module = {};
    ${known}
    const library = new (module.exports.InjectedScript())(globalThis, ${JSON.stringify(options)});
    // Within it, what was worked out of an element is kept: the page must not change meanwhile.
    library.remember = work => {
      beginAriaCaches();
      try {
        return work();
      } finally {
        endAriaCaches();
      }
    };
    return library;
  })`);
}

function readLibrary(): string {
  const bundle = readCoreBundle();
  const at = bundle.indexOf(MARK);
  const start = bundle.lastIndexOf("= '", at) + 2;
  const end = bundle.indexOf("';\n", at) + 1;
  const source: unknown = at < 0 ? undefined : runInNewContext(bundle.slice(start, end));
  if (typeof source === 'string') return source;
  throw new AppError('internal', 'This release of Playwright holds no library for pages, so nothing can be recorded.');
}
