import type { TestCase, TestModule, TestSuite } from 'vitest/node';
import { escapeForPattern } from '../../../model/values/pattern.ts';

export const inSeconds = (ms: number): string => (ms / 1000).toFixed(ms < 10_000 ? 1 : 0);

/** Path of the file below `tests/`. */
export const placeOf = ({ relativeModuleId }: TestModule): string => relativeModuleId.replace(/^tests\//, '');

/** For a shell: what is between single quotes means itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The command that runs a file alone, as it was run. */
export function repeatLine(module: TestModule, mode: string): string {
  const way = mode === 'gate' || mode === 'full' ? ` --mode ${mode}` : '';
  return `npx vitest run${way} ${module.relativeModuleId}`;
}

/** The same for one spec. Vitest compares titles with a space between them. */
export const repeatSpecLine = (spec: TestCase, mode: string): string =>
  `${repeatLine(spec.module, mode)} -t ${quoted(`^${escapeForPattern(titlesOf(spec).join(' '))}$`)}`;

const titlesOf = (entity: TestCase | TestSuite | TestModule): string[] =>
  entity.type === 'module' ? [] : [...titlesOf(entity.parent), entity.name];
