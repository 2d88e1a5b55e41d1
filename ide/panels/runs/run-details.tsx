import { useEffect, useState } from 'react';
import { z } from 'zod';
import { RunItem } from '../../../model/run/run.ts';
import { useIde } from '../../app/context.tsx';
import { readTool } from '../../app/session.ts';
import type { Loaded } from '../../app/state.ts';
import { Failure } from '../../ui/failure.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { durationText, StateIcon } from '../shared/run-states.tsx';
import classes from './runs.module.css';

const RunReply = z.object({ run: z.object({ items: z.array(RunItem.partial({ actions: true })) }) });
type Items = z.infer<typeof RunReply>['run']['items'];

/** Every test of a run with its actions. */
export function RunDetails({ runId }: { runId: string }) {
  const { session } = useIde();
  const [items, setItems] = useState<Loaded<Items>>({ phase: 'loading' });
  useEffect(() => {
    let isCurrent = true;
    const take = (next: Loaded<Items>) => isCurrent && setItems(next);
    readTool(session, RunReply, { name: 'getRun', given: { runId } }).then(
      reply => take({ phase: 'ready', value: reply.run.items }),
      (error: unknown) => take({ phase: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [session, runId]);
  if (items.phase === 'failed') return <Failure title="The run cannot be shown" message={items.message} />;
  if (items.phase === 'loading') return <SkeletonRows count={3} label="The run is being read" />;
  return (
    <div className={classes.details}>
      {items.value.map((item, index) => (
        <Item key={`${item.testCode} ${item.row?.index ?? index}`} item={item} />
      ))}
    </div>
  );
}

function Item({ item: { title, state, ms, error, actions = [] } }: { item: Items[number] }) {
  return (
    <section className={classes.item}>
      <h2 className={classes.itemTitle}>
        <StateIcon state={state} /> <span className="foreign">{title}</span>
        <span className={classes.ms}>{durationText(ms)}</span>
      </h2>
      {error !== undefined && <p className={`${classes.error} foreign`}>{error.message}</p>}
      <ol className={classes.actions}>
        {actions.map(action => (
          <li key={`${action.actionId} ${action.round ?? ''}`}>
            <StateIcon state={action.state} />
            <span className="foreign">
              {action.title}
              {action.error !== undefined && <span className={classes.error}>{action.error.message}</span>}
            </span>
            <span className={classes.ms}>{durationText(action.ms)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
