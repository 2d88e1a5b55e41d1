import { useAnswer } from '../../../app/queries.ts';
import type { ReplyOf } from '../../../app/tool-replies.ts';
import { Card } from '../../../ui/card.tsx';
import classes from '../parts/form.module.css';

type ShownCall = ReplyOf<'getRecentCalls'>['calls'][number];

const LOOK_EVERY_MS = 2_000;
const ASKED = { ofPrograms: true, limit: 30 };

export function useRecentCalls(): readonly ShownCall[] {
  const { reply } = useAnswer('getRecentCalls', ASKED, { isKept: true, everyMs: LOOK_EVERY_MS });
  return reply.phase === 'ready' ? reply.value.calls : [];
}

export function RecentCalls({ calls }: { calls: readonly ShownCall[] }) {
  return (
    <Card title="Recent calls">
      {calls.length === 0 ? (
        <p className="flush note">No program has called since the project was opened. New calls appear here at once.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
        <div className={classes.scroll} data-tall tabIndex={0} role="region" aria-label="Recent calls">
          <table className={`table sticky-head ${classes.table}`} aria-label="Recent calls">
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">Token</th>
                <th scope="col">Tool</th>
                <th scope="col">Result</th>
                <th scope="col" className={classes.end}>
                  ms
                </th>
              </tr>
            </thead>
            <tbody>
              {calls.map(call => (
                <CallRow key={`${call.at} ${call.tool} ${call.ms}`} call={call} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

function CallRow({ call: { at, by, tool, outcome, ms } }: { call: ShownCall }) {
  const time = new Date(at);
  return (
    <tr>
      <td className="numbers one-line">
        <time dateTime={at} title={time.toLocaleString()}>
          {time.toLocaleTimeString()}
        </time>
      </td>
      <td className="break-words" dir="auto">
        {by}
      </td>
      <td>
        <code>{tool}</code>
      </td>
      <td style={{ color: outcome === 'ok' ? 'var(--st-passed)' : 'var(--st-failed)' }}>{outcome}</td>
      <td className={`numbers one-line ${classes.end}`}>{ms < 10 ? ms : Math.round(ms)}</td>
    </tr>
  );
}
