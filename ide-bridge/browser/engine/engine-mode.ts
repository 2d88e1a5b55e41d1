import { AppError } from '../../../model/errors/errors.ts';

/** Our engine, Playwright alone, or Playwright while our engine reports what it would have done. */
const MODES = ['quick', 'playwright', 'compare'] as const;
export type EngineMode = (typeof MODES)[number];

/** Default: our engine. Errors: `invalid-params` for an unknown engine. */
export function engineMode(asked: string | undefined = process.env.STEPLOOM_ENGINE): EngineMode {
  if (!asked) return 'quick';
  const mode = MODES.find(each => each === asked);
  if (mode !== undefined) return mode;
  throw new AppError(
    'invalid-params',
    `STEPLOOM_ENGINE is “${asked}”: use quick, playwright or compare, or unset it.`,
    {
      field: 'STEPLOOM_ENGINE',
      expected: MODES.join(', '),
    },
  );
}
