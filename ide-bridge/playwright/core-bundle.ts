import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const NAME = 'playwright-core/lib/coreBundle';

/** From `playwright`, whose dependency it is. */
const requireOfPlaywright = (): NodeJS.Require => createRequire(createRequire(import.meta.url).resolve('playwright'));

/** All of Playwright in one file, as text. Errors: those of a release without it. */
export const readCoreBundle = (): string => readFileSync(requireOfPlaywright().resolve(NAME), 'utf8');

/** Errors: those of a release without it. */
export const requireCoreBundle = (): unknown => requireOfPlaywright()(NAME);
