import type { SignInResult } from './run.ts';
/** What a test with its data row is called in results. */
export const itemTitle = ({ test, row }: { test: { name: string }; row?: { index: number } | undefined }): string =>
  row === undefined ? test.name : `${test.name} (row ${row.index + 1})`;

/** What a sign-in test did for an item. */
export const signInTitle = ({ role, title }: Pick<SignInResult, 'role' | 'title'>): string =>
  `Sign in${role === undefined ? '' : ` as ${role}`}: ${title}`;

/** How a scenario, or one of its example rows, is named: `f1.s2`, `f1.s2.r0`. */
export const scenarioReference = ({ scenario, row }: { scenario: string; row?: number | undefined }): string =>
  row === undefined ? scenario : `${scenario}.r${row}`;

/** What a scenario is called in results; example rows mostly share a name. */
export const scenarioTitle = ({ name, row }: { name: string; row?: number | undefined }): string =>
  row === undefined ? name : `${name} (row ${row + 1})`;
