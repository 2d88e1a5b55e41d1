import { z } from 'zod';
import { ProjectId } from '../../../model/names/codes.ts';

export const NewProjectDraft = z.object({
  name: z.string(),
  appUrl: z.string(),
  /** Left out: derived from the name. */
  folderId: z.string().optional(),
});
export type NewProjectDraft = z.infer<typeof NewProjectDraft>;

export const EMPTY_DRAFT: NewProjectDraft = { name: '', appUrl: '' };

const MOST_CHARACTERS = 60;
const MARKS = /\p{Mn}/gu;

/** `Own` → `own`; with a number after it where that is taken. */
export function folderFor(name: string, taken: readonly string[]): string {
  const words = name.normalize('NFKD').replace(MARKS, '').toLowerCase();
  const plain = words
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MOST_CHARACTERS)
    .replace(/^-+|-+$/g, '');
  if (name.trim() === '') return '';
  const base = plain === '' ? 'project' : plain;
  const others = taken.map((_, index) => `${base}-${index + 2}`);
  return [base, ...others].find(one => !taken.includes(one)) ?? base;
}

const IS_LOCAL = /^(localhost|127\.|\[::1\]|0\.0\.0\.0)/i;

/** People paste addresses without a scheme as well. */
export function addressOf(typed: string): string {
  const address = typed.trim();
  if (address === '' || /^[a-z][a-z0-9+.-]*:(\/\/|$)/i.test(address) || /^sample:/i.test(address)) return address;
  return `${IS_LOCAL.test(address) ? 'http' : 'https'}://${address}`;
}

/** By the host of its app, unless that is this machine. */
export function nameFor(address: string): string {
  const { host = '' } = URL.parse(address) ?? {};
  return host === '' || IS_LOCAL.test(host) ? 'My app' : host;
}

/** Faults that are known without asking the service. */
export function folderFault(folderId: string, taken: readonly string[]): string | undefined {
  if (taken.includes(folderId)) return `There is a project in the folder “${folderId}” already.`;
  if (ProjectId.safeParse(folderId).success) return undefined;
  return 'Use lower-case letters, digits, “-” and “_”, at most 64 of them.';
}
