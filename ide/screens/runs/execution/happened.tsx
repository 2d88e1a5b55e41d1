import { Requests } from '../requests/requests.tsx';
import type { LocatedAction } from './candidates.tsx';
import classes from './happened.module.css';
import { HappenedSection } from './happened-section.tsx';
import type { Moment } from './use-moment.ts';

export const Happened = ({ moment, action }: { moment: Moment; action: LocatedAction }) => (
  <>
    <Requests moment={moment} action={action} />
    <HappenedSection title="Console" count={moment.console.length} none="Nothing was written to the console.">
      <ul className={`stack plain-list ${classes.lines}`}>
        {moment.console.map(({ level, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page may say the same twice, and nothing is added.
          <li key={index} className={classes.message} data-level={level}>
            <span>{level}</span> <code dir="auto">{text}</code>
          </li>
        ))}
      </ul>
    </HappenedSection>
  </>
);
