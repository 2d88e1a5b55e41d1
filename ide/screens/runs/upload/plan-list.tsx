import { counted } from '../../../../model/names/counted.ts';
import { inWords } from '../../../parts/feature-server/in-words.ts';
import classes from '../../../parts/feature-server/sending.module.css';
import { lookOf, StateIcon } from '../../../parts/run-states.tsx';
import { MinusIcon, WarningIcon } from '../../../ui/icons.ts';
import type { UploadReply } from './upload-reply.ts';

const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

export function PlanList({ plan }: { plan: UploadReply }) {
  const { tests, total, leftOut, leftOutTotal, warnings, to, sizeBytes, execution } = plan;
  const facts = [
    counted(total, 'result'),
    ...(leftOutTotal === 0 ? [] : [`${leftOutTotal} left out`]),
    size(sizeBytes),
  ];
  return (
    <div>
      <p className={`note ${classes.facts}`}>
        <span className={`bold numbers ${classes.counts}`}>{facts.join(' · ')}</span> to <span dir="auto">{to}</span>
      </p>
      {execution !== undefined && execution.environments.length > 0 && (
        <p className={`note ${classes.facts}`}>
          Environment: <span dir="auto">{execution.environments.join(', ')}</span>
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <div className={`scroll boxed ${classes.list}`} tabIndex={0} role="region" aria-label="What is sent">
        <ul className={`plain-list ${classes.rows}`}>
          {tests.map(({ key, scenario, status }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: example rows have the same key and name
            <li key={index} className={classes.row}>
              <StateIcon state={status} />
              <span className={`numbers ${classes.key}`} dir="auto">
                {key}
              </span>
              <span className={classes.name} dir="auto" title={scenario}>
                {scenario}
              </span>
              <span style={{ color: lookOf(status).color }}>{lookOf(status).word}</span>
            </li>
          ))}
          {total > tests.length && <li className={classes.more}>and {total - tests.length} more</li>}
          {leftOut.map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: example rows have the same name
            <li key={`- ${index}`} className={classes.row} data-left-out>
              <MinusIcon size={15} aria-hidden />
              <span className={`numbers ${classes.key}`}>no key</span>
              <span className={classes.name} dir="auto" title={name}>
                {name}
              </span>
              <span>left out</span>
            </li>
          ))}
          {leftOutTotal > leftOut.length && (
            <li className={classes.more}>and {leftOutTotal - leftOut.length} more left out</li>
          )}
        </ul>
      </div>
      {warnings.map(warning => (
        <p key={warning} className={classes.warning}>
          <WarningIcon size={15} aria-hidden />
          <span dir="auto">{inWords(warning)}</span>
        </p>
      ))}
    </div>
  );
}
