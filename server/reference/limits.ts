import { table } from '../guide/markdown.ts';
import { JOB_LIMITS } from '../jobs/jobs.ts';
import { DEFAULT_LIMITS } from '../rpc/calls/limits.ts';
import { REPLY_BYTES } from '../tools/define/paging.ts';

const number = (value: number): string => value.toLocaleString('en-US');

type LimitRow = [what: string, most: string, beyond: string];

function ofRequests(): LimitRow[] {
  const { bodyBytes, fileBytes, batchMessages, requestsPerSecond, requestBurst } = DEFAULT_LIMITS;
  const { callsInFlight, callsWaiting, callMs, failedSignInsPerMinute, unreadMs } = DEFAULT_LIMITS;
  const { working, kept, keptMs } = JOB_LIMITS;
  return [
    ['Body of a request', `${number(bodyBytes)} bytes`, '`too-large`, 413'],
    ['File put by POST /api/files', `${number(fileBytes)} bytes`, '`too-large`, 413'],
    ['Messages in a batch', number(batchMessages), '`invalid-request`, 400'],
    [
      'Requests of a token',
      `${number(requestsPerSecond)} a second, ${number(requestBurst)} at once after a pause`,
      '`rate-limited`, 429 with `Retry-After`; the headers `RateLimit` and `RateLimit-Policy` tell what is left',
    ],
    [
      'Calls of a token under way',
      `${number(callsInFlight)}; ${number(callsWaiting)} more wait their turn`,
      '`rate-limited`, 429',
    ],
    ['Wrong tokens from an address', `${number(failedSignInsPerMinute)} a minute`, '`rate-limited`, 429'],
    [
      'Waiting for a call or a batch',
      `${callMs / 1_000} s, or less: \`Prefer: wait=10\``,
      'the call goes on as a job, followed with getJob; entries of a batch without a turn get `timeout`',
    ],
    ['Answer that the client does not read', `${unreadMs / 1_000} s`, 'the connection is cut'],
    ['Jobs of a project', `${working} at work`, '`busy`; the call is cancelled'],
    ['Outcomes of jobs', `the last ${kept}, for ${keptMs / 60_000} minutes`, '`not-found`'],
  ];
}

const ofAnswers = (): LimitRow[] => [
  ['An answer without `limit`', `about ${number(REPLY_BYTES)} bytes`, '`omitted` says what was cut, and how to get it'],
  ['Listed by getPageElements without `limit`', '10 kB, of like items the first 8', '`omitted` says how to see more'],
  ['A picture of the whole page', '8,000 pixels high', 'the rest is cut off'],
  ['Pictures kept as files', 'the last 100', 'the oldest goes'],
  ['Entries of the console', 'the newest 1,000, 10,000 characters each', 'the oldest go'],
  ['`console.ndjson` of a run', '5 MB', 'its last line says how many entries were left out'],
  [
    'What a page may do',
    '25 open tabs of its own; within 10 s 100 dialogs, 25 downloads, 4,000 frames, 30,000 requests; 2.5 GB of memory',
    '`page-misbehaved`: its window is closed, and the next navigateUrl opens one with its cookies and storage',
  ],
  ['Lines in the console', '1,500 a second', 'left out; a page that does not answer either is closed as above'],
  ['Runs kept', '200 and 2 GB, or as `settings.retention` says', 'the oldest go'],
];

export const limitsTable = (): string => table(['What', 'At most', 'Beyond it'], [...ofRequests(), ...ofAnswers()]);
