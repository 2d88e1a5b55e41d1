import type { ServerType } from '../../../parts/feature-server/field-labels.ts';
import { type Field, isField } from '../../../parts/feature-server/field-labels.ts';
import type { Draft } from './draft.ts';
import { hasField } from './fields.ts';
import type { TriedStage, TryReply } from './reply.ts';

export type FieldMarks = Partial<Record<Field, string>>;

/** In a word: the stage has the details. */
export function marksOf({ stages }: Pick<TryReply, 'stages'>, draft: Pick<Draft, 'type' | 'authUrl'>): FieldMarks {
  const { type } = draft;
  const failed = stages.find(({ ok }) => !ok);
  if (failed === undefined) return {};
  const reported: readonly unknown[] = failed.fields ?? [];
  const named = reported.filter(isField).filter(field => hasField(type, field));
  const fields = (named.length > 0 ? named : suspects(failed, type)).map(field => givenBy(field, draft));
  return Object.fromEntries(
    fields.filter(field => hasField(type, field)).map(field => [field, wordsFor(failed, field)]),
  );
}

/** An empty address for signing in is derived from that of the file list. */
const givenBy = (field: Field, { authUrl }: Pick<Draft, 'authUrl'>): Field =>
  field === 'authUrl' && authUrl.trim() === '' ? 'fileListUrl' : field;

export const fieldsOf = (marks: FieldMarks): Field[] => Object.keys(marks).filter(isField);

const isRefusal = ({ status }: TriedStage): boolean => status === 401 || status === 403;

/** The request itself was correct. */
const isBusy = ({ status = 0 }: TriedStage): boolean => status === 429 || status >= 500;

function suspects(failed: TriedStage, type: ServerType): Field[] {
  const { stage } = failed;
  if (isBusy(failed)) return [];
  if (stage === 'sign in') return isRefusal(failed) ? ['clientId', 'clientSecret'] : ['authUrl'];
  if (!isRefusal(failed) || stage !== 'fetch') return ['fileListUrl'];
  return type === 'xray-cloud' ? ['clientId', 'clientSecret'] : ['token', 'clientId', 'clientSecret'];
}

function wordsFor(failed: TriedStage, field: Field): string {
  if (isRefusal(failed)) return `Refused by the service with ${failed.status}`;
  if (failed.missing?.some(name => name === field) === true) return 'Required, but not set';
  if (failed.stage === 'match') return field === 'matchFile' ? 'No file matches' : 'It selects nothing';
  if (failed.stage === 'unpack') return 'Its response cannot be imported';
  const who = failed.stage === 'sign in' && field === 'fileListUrl' ? 'Signing in at this host' : undefined;
  if (failed.status === undefined) return `${who === undefined ? 'Failed' : `${who} failed`}, see below`;
  return who === undefined ? `Answered with ${failed.status}` : `${who} was answered with ${failed.status}`;
}
