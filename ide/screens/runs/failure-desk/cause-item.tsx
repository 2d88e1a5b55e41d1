import { UnstyledButton } from '@mantine/core';
import { useIde } from '../../../app/context.tsx';
import { isSame } from '../../../app/edits.ts';
import type { Ide } from '../../../app/ide.ts';
import { isInProject } from '../../../app/places.ts';
import { useWork } from '../../../app/queries.ts';
import { showFailure } from '../../../app/toasts.tsx';
import { attempt } from '../../../commands/command.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import type { FailureDeskProps, LastFailure } from './last-failure.ts';
import { checkSent, ownAction, type SentRequest, senderOf } from './sent-requests.ts';

type LikelyCause = LastFailure['causes'][number];

export function CauseItem({ cause: { message, request }, ...desk }: FailureDeskProps & { cause: LikelyCause }) {
  const ide = useIde();
  const { isBusy, run } = useWork();
  const show = (wanted: SentRequest) => attempt('Show the request', () => showRequest(ide, desk, wanted));
  const check = (wanted: SentRequest) =>
    attempt('Check this request', () => checkSent(ide, desk, { ...wanted, status: ANSWERED_WELL }));
  return (
    <li dir="auto">
      {message}{' '}
      {request !== undefined && (
        <>
          <UnstyledButton className="accent" aria-busy={isBusy} onClick={() => void run(() => show(request))}>
            Show the request
          </UnstyledButton>{' '}
          {ownAction(desk) !== undefined && (
            <TextButton
              label="Check this request"
              size="compact-xs"
              variant="default"
              hint="Adds an action behind the one that sends it: the test fails there, and says how the request was answered, unless that is 200 to 299"
              onClick={() => void run(() => check(request))}
            />
          )}
        </>
      )}
    </li>
  );
}

const ANSWERED_WELL = '2xx';

/** Chooses the row in whose moment the request was sent. */
async function showRequest(ide: Ide, desk: FailureDeskProps, request: SentRequest): Promise<void> {
  const { navigation, store } = ide;
  const place = navigation.place();
  if (!isInProject(place)) return;
  const actionId = await senderOf(ide, desk, request);
  // The person may have gone elsewhere meanwhile.
  if (!isSame(navigation.place(), place)) return;
  if (actionId === undefined) {
    showFailure('Not found', 'The pages that the run kept do not include this request.');
    return;
  }
  navigation.go({ ...place, actionId }, { replace: true });
  store.setView({ momentOf: `${desk.testCode}/${actionId}`, requestToShow: request });
}
