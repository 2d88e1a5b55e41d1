import type * as Playwright from 'playwright';
import type { BrowserContext } from 'playwright';
import { registerEngine } from '../../playwright/register-engine.ts';
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

/** In a context that was there before Playwright. Call it before anything is asked there. Errors: `internal`. */
export async function registerEngines(context: BrowserContext): Promise<void> {
  for (const [name, source] of ENGINES) await registerEngine(context, { name, source, contentScript: true });
}
