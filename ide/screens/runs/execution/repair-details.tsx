import { Button } from '@mantine/core';
import type { Repair } from '../../../../model/run/run.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import { useAnswer, useWork } from '../../../app/queries.ts';
import { snapshotOf } from '../../../app/state.ts';
import type { ReplyOf } from '../../../app/tool-replies.ts';
import { attempt } from '../../../commands/command.ts';
import { useFocusAfter } from '../../../ui/use-focus-return.ts';
import type { ShownAction } from '../run-reply.ts';
import classes from './node-details.module.css';

interface RepairDetailsProps {
  runId: string;
  action: ShownAction;
  repaired: Repair;
}

type State = ReplyOf<'getRepairs'>['repairs'][number]['state'];

const WORDS: Readonly<Record<State, string>> = {
  open: 'Accept: the fallback becomes the locator of the action. Reject: it is not used again.',
  accepted: 'Accepted: the action uses the new locator.',
  rejected: 'Rejected: the fallback is no longer used.',
  outdated: 'The action has been changed or deleted since.',
};

export function RepairDetails({ runId, action, repaired }: RepairDetailsProps) {
  const { editing } = useIde();
  const { state, readAgain } = useRepairState({ runId, action, repaired });
  const { isBusy, run } = useWork();
  const decide = async (accept: boolean) => {
    const given = { runId, actionId: action.actionId, accept };
    await attempt(accept ? 'Accept the repair' : 'Reject the repair', () => editing.change('decideRepair', given));
    readAgain();
  };
  const { from, to, was, now } = repaired;
  return (
    <section className={classes.repair} aria-label="Repair">
      <p className="flush bold">The locator found nothing, so a fallback was used</p>
      <dl className={classes.compared}>
        {was !== undefined && now !== undefined && was !== now && (
          <>
            <dt>Element</dt>
            <dd data-kind="renamed">
              <del dir="auto">{was}</del> → <ins dir="auto">{now}</ins>
            </dd>
          </>
        )}
        <dt>Locator</dt>
        <dd dir="auto">{from}</dd>
        <dt>Fallback</dt>
        <dd dir="auto">{to}</dd>
      </dl>
      {state !== undefined && (
        <Decision state={state} isBusy={isBusy} onDecide={accept => void run(() => decide(accept))} />
      )}
    </section>
  );
}

interface DecisionProps {
  state: State;
  isBusy: boolean;
  onDecide(accept: boolean): void;
}

const STATUS = 'repair-status';

function Decision({ state, isBusy, onDecide }: DecisionProps) {
  useFocusAfter(state === 'open', STATUS);
  return (
    <div className="row wrap gap-md note">
      {(state === 'open' || state === 'rejected') && (
        <Button size="compact-sm" disabled={isBusy} onClick={() => onDecide(true)}>
          Accept
        </Button>
      )}
      {state === 'open' && (
        <Button size="compact-sm" variant="default" disabled={isBusy} onClick={() => onDecide(false)}>
          Reject
        </Button>
      )}
      <span id={STATUS} role="status" tabIndex={-1}>
        {WORDS[state]}
      </span>
    </div>
  );
}

/** Undefined while it is loading, and where the run does not propose the repair. */
function useRepairState({ runId, action: { actionId }, repaired: { from, to } }: RepairDetailsProps) {
  // Undoing an edit may open a repair again.
  const cause = useIdeState(now => snapshotOf(now)?.sequence);
  const { reply, again } = useAnswer(
    'getRepairs',
    { runId, filter: actionId },
    { isWanted: cause !== undefined, causes: [cause], isKept: true },
  );
  const repairs = reply.phase === 'ready' ? reply.value.repairs : [];
  const own = repairs.find(each => each.actionId === actionId && each.from === from && each.to === to);
  return { state: own?.state, readAgain: again };
}
