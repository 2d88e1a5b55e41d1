import type * as Playwright from 'playwright';
import { ELEMENT_REFS_ENGINE, ELEMENT_REFS_SOURCE } from '../in-page/element-refs.ts';
import { PAGE_FACTS_ENGINE, PAGE_FACTS_SOURCE } from '../in-page/page-facts.ts';
import { SECRET_ECHOES_ENGINE, SECRET_ECHOES_SOURCE } from '../in-page/secret-echoes.ts';

let loading: Promise<typeof Playwright> | undefined;

/** Playwright, which takes a second or two to load, made ready once for the process: its selector engines are global. */
export function loadPlaywright(): Promise<typeof Playwright> {
  loading ??= load();
  return loading;
}

async function load(): Promise<typeof Playwright> {
  const playwright = await import('playwright');
  const { selectors } = playwright;
  await selectors.register(PAGE_FACTS_ENGINE, { content: PAGE_FACTS_SOURCE }, { contentScript: true });
  await selectors.register(ELEMENT_REFS_ENGINE, { content: ELEMENT_REFS_SOURCE }, { contentScript: true });
  await selectors.register(SECRET_ECHOES_ENGINE, { content: SECRET_ECHOES_SOURCE }, { contentScript: true });
  return playwright;
}
