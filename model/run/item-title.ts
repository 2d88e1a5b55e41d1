import type { SignInResult } from './run.ts';
/** What a test with its data row is called in results. */
export const itemTitle = ({ test, row }: { test: { name: string }; row?: { index: number } | undefined }): string =>
  row === undefined ? test.name : `${test.name} (row ${row.index + 1})`;

/** What a sign-in test did for an item. */
export const signInTitle = ({ role, title }: Pick<SignInResult, 'role' | 'title'>): string =>
  `Sign in${role === undefined ? '' : ` as ${role}`}: ${title}`;
