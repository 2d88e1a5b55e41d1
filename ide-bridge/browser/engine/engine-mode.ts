/** Who acts on elements: our engine, Playwright alone, or Playwright while our engine says what it would have done. */
export type EngineMode = 'quick' | 'playwright' | 'compare';

/** What the environment asks for. Default: our engine. */
export function engineMode(asked: string | undefined = process.env.STEPLOOM_ENGINE): EngineMode {
  return asked === 'playwright' || asked === 'compare' ? asked : 'quick';
}
