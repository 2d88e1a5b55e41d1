import { z } from 'zod';
import { SETTINGS } from './setting.ts';

const ROW = { form: 'failures', row: 1 } as const;
const REQUESTS = { form: 'failures', row: 2 } as const;
const ON_OR_OFF = { '': 'Not set', true: 'Fail the test', false: 'Ignored' };

/** What fails a test where it happens, although no action looks for it. Default: nothing. */
export const FailOn = z.strictObject({
  uncaughtErrors: z
    .boolean()
    .optional()
    .register(SETTINGS, { ...ROW, label: 'Errors that nothing catches', choices: ON_OR_OFF }),
  consoleErrors: z
    .boolean()
    .optional()
    .register(SETTINGS, { ...ROW, label: 'Errors on the console', choices: ON_OR_OFF }),
  failedRequests: z
    .boolean()
    .optional()
    .register(SETTINGS, { ...REQUESTS, label: 'Requests without an answer', choices: ON_OR_OFF }),
  errorStatuses: z
    .boolean()
    .optional()
    .register(SETTINGS, { ...REQUESTS, label: 'Answers from 400 on', choices: ON_OR_OFF }),
  allowed: z.array(z.string().min(1).max(2_000)).max(200).optional().register(SETTINGS, {
    form: 'failures',
    row: 3,
    label: 'Allowed all the same',
    hint: 'One a line: the text of the error, or method and address of the request; * matches any text',
    placeholder: 'GET https://statistics.example/*',
  }),
});
export type FailOn = z.infer<typeof FailOn>;

/** The nearer one wins in each point; what is allowed adds up. */
export function nearestFailOn(outer: FailOn = {}, inner: FailOn = {}): FailOn {
  const allowed = [...(outer.allowed ?? []), ...(inner.allowed ?? [])];
  const said = Object.fromEntries(Object.entries(inner).filter(([, value]) => value !== undefined));
  return { ...outer, ...said, allowed };
}
