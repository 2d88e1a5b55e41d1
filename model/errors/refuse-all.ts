import { AppError } from './errors.ts';

/** As many as anybody mends at once; the rest is counted. */
const MOST_TOLD = 20;

/** What each of several errors says, those that tell of several themselves included. */
const faultsOf = (error: AppError): readonly object[] => {
  const { field, facts } = error.detail;
  const faults: unknown = facts?.faults;
  return Array.isArray(faults) ? faults : [{ field, message: error.message }];
};

/** The one error there is, or one that tells all of them. */
export function inOne(errors: readonly AppError[]): AppError {
  const [first, second] = errors;
  if (first === undefined) return new AppError('invalid-params', 'The arguments are not valid.');
  if (second === undefined) return first;
  const told = errors.slice(0, MOST_TOLD).map(({ message }) => message);
  const rest = errors.length > MOST_TOLD ? [`${errors.length - MOST_TOLD} more are wrong.`] : [];
  const { field, expected, next } = first.detail;
  const faults = errors.flatMap(faultsOf).slice(0, MOST_TOLD);
  return new AppError(first.kind, [...told, ...rest].join(' '), { field, expected, next, facts: { faults } });
}

/** Throws them in one; nothing where there are none. */
export function refuseAll(errors: readonly AppError[]): void {
  if (errors.length > 0) throw inOne(errors);
}
