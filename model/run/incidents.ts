/** What happens in a page although no test asks for it, and which of that fails a test. */
import { z } from 'zod';
import type { FailOn } from '../project/fail-on.ts';
import { ObservedText } from '../values/observed.ts';
import { fitsWildcard } from '../values/wildcard.ts';
import { requestEnd } from './failed-request.ts';

const INCIDENT_KINDS = ['uncaughtError', 'consoleError', 'failedRequest', 'errorStatus'] as const;

export const Incident = z.strictObject({
  kind: z.enum(INCIDENT_KINDS),
  /** The error, or method and address of the request: what is allowed is compared with it. */
  text: ObservedText,
  status: z.number().int().optional(),
  reason: ObservedText.optional(),
  times: z.number().int().min(1),
});
export type Incident = z.infer<typeof Incident>;

const SETTING_OF = {
  uncaughtError: 'uncaughtErrors',
  consoleError: 'consoleErrors',
  failedRequest: 'failedRequests',
  errorStatus: 'errorStatuses',
} as const;

export const isAllowed = ({ text }: Pick<Incident, 'text'>, { allowed = [] }: FailOn): boolean =>
  allowed.some(pattern => fitsWildcard(pattern, text));

export const isForbidden = (incident: Pick<Incident, 'kind' | 'text'>, failOn: FailOn): boolean =>
  failOn[SETTING_OF[incident.kind]] === true && !isAllowed(incident, failOn);

export function incidentSentence({ kind, text, status, reason }: Omit<Incident, 'times'>): string {
  if (kind === 'uncaughtError') return `The page had an error that nothing caught: ${ended(text)}`;
  if (kind === 'consoleError') return `The page wrote an error to the console: ${ended(text)}`;
  return `${text} ${requestEnd({ status, reason })}.`;
}

const ended = (text: string): string => `${text.replace(/\.$/, '')}.`;
