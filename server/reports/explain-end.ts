import type { CaseEnd, ReportedCase } from './cases.ts';

export const isFlaky = ({ status, earlier }: ReportedCase): boolean => status === 'PASSED' && earlier.length > 0;

export function explainEnd({ status, decisive, line }: CaseEnd): { headline: string; details: string } {
  const step = decisive?.text ?? '';
  if (status === 'SKIPPED') return same('It did not run to its end.');
  if (status !== 'FAILED') return same(`${WORDS[status] ?? 'Unknown'}: ${step}`);
  const message = decisive?.message ?? 'It ended without a reason.';
  const [first = ''] = message.split('\n');
  const where = decisive?.line ?? line;
  return { headline: first, details: `${message}\nat: ${step}${where === undefined ? '' : ` (line ${where})`}` };
}

const WORDS: Partial<Record<CaseEnd['status'], string>> = {
  UNDEFINED: 'Not implemented',
  PENDING: 'Not implemented yet',
  AMBIGUOUS: 'Ambiguous',
};

const same = (headline: string) => ({ headline, details: headline });
