import { Button, Menu } from '@mantine/core';
import { requestKind, requestState } from '../../../../model/run/request-filter.ts';
import { useIde, useIdeState, usePlace } from '../../../app/context.tsx';
import { isInProject } from '../../../app/places.ts';
import { attempt } from '../../../commands/command.ts';
import { ChevronDownIcon } from '../../../ui/icons.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { keyOf, type MomentOf, type ShownRequest, useMoment } from '../execution/use-moment.ts';
import type { FailureDeskProps } from './last-failure.ts';
import { checkSent, ownAction } from './sent-requests.ts';

/** Checks of what the failed action sent. One that a cause names is offered there. */
export function CheckSent(desk: FailureDeskProps) {
  const { testCode, last, failure } = desk;
  const place = usePlace();
  const actionId = ownAction(desk)?.actionId;
  const moment = useIdeState(({ results }) =>
    actionId === undefined ? undefined : results.actions[testCode]?.[actionId]?.moment,
  );
  const isNamed = failure.causes.some(({ request }) => request !== undefined);
  if (isNamed || moment === undefined || !isInProject(place)) return null;
  return <SentInMoment desk={desk} of={{ projectId: place.projectId, runId: last.runId, moment }} />;
}

const MOST_OFFERED = 8;
const NO_NEIGHBOURS: readonly number[] = [];
const LABEL = 'Check this request';

function SentInMoment({ desk, of }: { desk: FailureDeskProps; of: MomentOf }) {
  const ide = useIde();
  const { moment } = useMoment(of, NO_NEIGHBOURS);
  const requests = worthChecking(moment !== undefined && keyOf(moment.of) === keyOf(of) ? moment.requests : []);
  const [first] = requests;
  if (first === undefined) return null;
  const check = (request: ShownRequest) =>
    void attempt(LABEL, () => checkSent(ide, desk, { ...request, status: expectedOf(request) }));
  if (requests.length === 1)
    return (
      <TextButton label={LABEL} variant="default" hint={`${HINT}: ${inWords(first)}`} onClick={() => check(first)} />
    );
  return (
    <Menu position="bottom-start" width="max-content">
      <Menu.Target>
        <Button size="compact-sm" variant="default" rightSection={<ChevronDownIcon size={12} aria-hidden />}>
          Check a request
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{HINT}</Menu.Label>
        {requests.map(request => (
          <Menu.Item key={nameOf(request)} onClick={() => check(request)}>
            {inWords(request)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const HINT = 'Adds an action that checks that it is sent, and how it is answered';

/** Those by which a page gets its data; each address once, the newest first. */
function worthChecking(sent: readonly ShownRequest[]): ShownRequest[] {
  const fetched = sent.filter(request => requestKind(request) === 'fetch');
  const isPending = (request: ShownRequest) => requestState(request) === 'pending';
  // One that is under way does not say how it is answered: others to the same address do.
  const known = new Map(
    [...fetched.filter(isPending), ...fetched.filter(each => !isPending(each))].map(each => [nameOf(each), each]),
  );
  return [...known.values()].toReversed().slice(0, MOST_OFFERED);
}

const nameOf = ({ method, url }: ShownRequest): string => `${method} ${url}`;

const expectedOf = (request: ShownRequest): string => (requestState(request) === 'ok' ? String(request.status) : '2xx');

function inWords(request: ShownRequest): string {
  const { method, url } = request;
  const path = URL.canParse(url) ? new URL(url).pathname : url;
  return `${method} ${path}, answered with ${expectedOf(request)}`;
}
