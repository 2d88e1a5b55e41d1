import { UnstyledButton } from '@mantine/core';
import { ActionId } from '../../../../model/names/codes.ts';
import { useIde } from '../../../app/context.tsx';
import { isSame } from '../../../app/edits.ts';
import type { Ide } from '../../../app/ide.ts';
import { isInProject } from '../../../app/places.ts';
import { useWork } from '../../../app/queries.ts';
import { openTestOf } from '../../../app/state.ts';
import { showFailure } from '../../../app/toasts.tsx';
import { attempt } from '../../../commands/command.ts';
import { readMoment } from '../execution/use-moment.ts';
import type { FailureDeskProps, LastFailure } from './last-failure.ts';

type LikelyCause = LastFailure['causes'][number];
type SentRequest = NonNullable<LikelyCause['request']>;

export function CauseItem({ cause: { message, request }, ...desk }: FailureDeskProps & { cause: LikelyCause }) {
  const ide = useIde();
  const { isBusy, run } = useWork();
  const show = (wanted: SentRequest) => attempt('Show the request', () => showRequest(ide, desk, wanted));
  return (
    <li dir="auto">
      {message}{' '}
      {request !== undefined && (
        <UnstyledButton className="accent" aria-busy={isBusy} onClick={() => void run(() => show(request))}>
          Show the request
        </UnstyledButton>
      )}
    </li>
  );
}

/** An action often waits in vain for a request of an earlier one. */
const MOST_LOOKED_AT = 5;

/** Chooses the row in whose moment the request was sent. */
async function showRequest(
  { store, session, navigation }: Ide,
  { testCode, last, failure }: FailureDeskProps,
  request: SentRequest,
): Promise<void> {
  const place = navigation.place();
  if (!isInProject(place)) return;
  const state = store.getState();
  const rows = openTestOf(state, testCode)?.actions ?? [];
  const at = rows.findIndex(({ actionId }) => actionId === failure.path[0]?.actionId);
  const signal = AbortSignal.timeout(LIMIT_MS);
  for (const { actionId } of rows.slice(Math.max(0, at + 1 - MOST_LOOKED_AT), at + 1).toReversed()) {
    const moment = state.results.actions[testCode]?.[actionId]?.moment;
    if (moment === undefined) continue;
    const { requests } = await readMoment(session, { projectId: place.projectId, runId: last.runId, moment }, signal);
    // The person may have gone elsewhere meanwhile.
    if (!isSame(navigation.place(), place)) return;
    if (!requests.some(({ method, url }) => method === request.method && url === request.url)) continue;
    navigation.go({ ...place, actionId: ActionId.parse(actionId) }, { replace: true });
    store.setView({ momentOf: `${testCode}/${actionId}`, requestToShow: request });
    return;
  }
  showFailure('Not found', 'The pages that the run kept do not include this request.');
}

const LIMIT_MS = 20_000;
