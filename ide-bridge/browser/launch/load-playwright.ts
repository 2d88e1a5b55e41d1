import type * as Playwright from 'playwright';
import type { BrowserContext } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import { ELEMENT_REFS_ENGINE, ELEMENT_REFS_SOURCE } from '../in-page/element-refs.ts';
import { PAGE_FACTS_ENGINE, PAGE_FACTS_SOURCE } from '../in-page/page-facts.ts';
import { SECRET_COPIES_ENGINE, SECRET_COPIES_SOURCE } from '../in-page/secret-copies.ts';
import { requireCompiled } from './require-compiled.ts';

/** Selector engines with what each does in the page. */
const ENGINES = [
  [PAGE_FACTS_ENGINE, PAGE_FACTS_SOURCE],
  [ELEMENT_REFS_ENGINE, ELEMENT_REFS_SOURCE],
  [SECRET_COPIES_ENGINE, SECRET_COPIES_SOURCE],
] as const;

let loading: Promise<typeof Playwright> | undefined;

/** Playwright, which takes a second or two to load, made ready once for the process: its selector engines are global. */
export function loadPlaywright(): Promise<typeof Playwright> {
  loading ??= load();
  return loading;
}

async function load(): Promise<typeof Playwright> {
  // An import reads its four megabytes once more, for the names that it exports: a third of the time that this takes.
  const playwright = requireCompiled<typeof Playwright>('playwright');
  const { selectors } = playwright;
  for (const [name, content] of ENGINES) await selectors.register(name, { content }, { contentScript: true });
  return playwright;
}

/**
 * Playwright registers its engines in the contexts that it opens, and not in one that was there before it was connected:
 * that takes a private call, which the spec of what is lent goes through. To be called before anything is asked there.
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
