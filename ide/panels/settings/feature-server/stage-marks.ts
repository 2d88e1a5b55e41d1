/** The fields that the outcome of a check points at. Pure. */
import { type Field, fieldsIn, hasField } from './fields.ts';
import type { ServerType, StageResult, TryReply } from './reply.ts';

export type FieldMarks = Partial<Record<Field, string>>;

/** A word at each field that the failed stage has to do with; the whole story stands at the stage. */
export function marksOf({ stages }: Pick<TryReply, 'stages'>, type: ServerType): FieldMarks {
  const failed = stages.find(({ ok }) => !ok);
  if (failed === undefined) return {};
  const named = fieldsIn(failed.message ?? '');
  const fields = named.length > 0 ? named : suspects(failed, type);
  return Object.fromEntries(fields.filter(field => hasField(type, field)).map(field => [field, wordsFor(failed)]));
}

const isRefusal = ({ status }: StageResult): boolean => status === 401 || status === 403;

function suspects(failed: StageResult, type: ServerType): Field[] {
  const { stage } = failed;
  if (stage === 'sign in') return isRefusal(failed) ? ['clientId', 'clientSecret'] : ['authUrl'];
  if (stage === 'match') return ['matchFile'];
  if (!isRefusal(failed) || stage !== 'fetch') return ['fileListUrl'];
  return type === 'xray-cloud' ? ['clientId', 'clientSecret'] : ['token', 'clientId', 'clientSecret'];
}

function wordsFor(failed: StageResult): string {
  if (isRefusal(failed)) return `Refused by the service with ${failed.status}`;
  if (failed.message?.includes(' not set') === true) return 'Needed, and not set';
  if (failed.stage === 'match') return 'No file matches';
  return failed.status === undefined ? `See “${failed.stage}” below` : `Answered with ${failed.status}`;
}
