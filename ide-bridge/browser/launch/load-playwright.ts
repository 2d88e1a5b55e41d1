import type * as Playwright from 'playwright';
import type { BrowserContext } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import { ELEMENT_REFS_ENGINE, ELEMENT_REFS_SOURCE } from '../reading/element-refs.ts';
import { PAGE_FACTS_ENGINE, PAGE_FACTS_SOURCE } from '../reading/page-facts.ts';
import { requireCompiled } from './require-compiled.ts';

const ENGINES = [
  [PAGE_FACTS_ENGINE, PAGE_FACTS_SOURCE],
  [ELEMENT_REFS_ENGINE, ELEMENT_REFS_SOURCE],
] as const;

let loading: Promise<typeof Playwright> | undefined;

/** Loaded once per process, since it takes a second or two and its selector engines are global. */
export function loadPlaywright(): Promise<typeof Playwright> {
  loading ??= load();
  return loading;
}

async function load(): Promise<typeof Playwright> {
  // `import` reads its four megabytes once more for the exported names: a third of the loading time.
  const playwright = requireCompiled<typeof Playwright>('playwright');
  const { selectors } = playwright;
  for (const [name, content] of ENGINES) await selectors.register(name, { content }, { contentScript: true });
  return playwright;
}

/**
 * Playwright registers engines only in contexts that it opens. In one that was there before it needs a private call,
 * which the spec of lent tabs covers. Call it before anything is asked there.
 */
export async function registerEngines(context: BrowserContext): Promise<void> {
  const channel: unknown = Reflect.get(context, '_channel');
  const register: unknown =
    typeof channel === 'object' && channel !== null ? Reflect.get(channel, 'registerSelectorEngine') : undefined;
  if (typeof register !== 'function')
    throw new AppError('internal', 'This release of Playwright registers no engines in a context that it finds.');
  for (const [name, source] of ENGINES)
    await Reflect.apply(register, channel, [
      { selectorEngine: { name, source, contentScript: true } },
      { signal: undefined, timeout: 0 },
    ]);
}
