import { Button } from '@mantine/core';
import { useIde } from '../../../app/context.tsx';
import { isOvertaken } from '../../../app/feature-texts.ts';
import type { FeatureText } from '../../../app/state.ts';
import { showUndo } from '../../../app/toasts.tsx';
import type { FeatureEntry, FeatureFault } from '../../../app/tool-replies.ts';
import { Banner } from '../../../ui/banner.tsx';
import classes from './text.module.css';

/** Somebody else was faster. */
export function Overtaken({ feature: { featureCode }, text }: { feature: FeatureEntry; text: FeatureText }) {
  const { texts } = useIde();
  if (!isOvertaken(text)) return null;
  const takeTheirs = () => showUndo('Your changes are discarded', texts.discard(featureCode));
  return (
    <Banner
      isUrgent
      actions={
        <>
          <Button size="compact-xs" variant="default" onClick={takeTheirs}>
            Take theirs
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => texts.keepMine(featureCode)}>
            Keep mine
          </Button>
        </>
      }
    >
      Changed elsewhere. Your text is not saved.
    </Banner>
  );
}

interface FaultsProps {
  faults: readonly FeatureFault[];
  /** Told at once; those of a text that is being written can wait. */
  isUrgent: boolean;
  onLine(line: number): void;
}

/** Why the text cannot be read, and the way to each place. */
export function Faults({ faults, isUrgent, onLine }: FaultsProps) {
  if (faults.length === 0) return null;
  const list = <FaultList faults={faults} onLine={onLine} />;
  return isUrgent ? (
    <div key="alert" role="alert" aria-label={FAULTS}>
      {list}
    </div>
  ) : (
    <div key="status" role="status" aria-label={FAULTS}>
      {list}
    </div>
  );
}

const FAULTS = 'Faults of the text';

const FaultList = ({ faults, onLine }: Omit<FaultsProps, 'isUrgent'>) => (
  <ul className={classes.faults}>
    {faults.map(({ line, message }) => (
      <li key={`${line} ${message}`}>
        {line !== undefined && (
          <>
            <button type="button" className={classes.faultLine} onClick={() => onLine(line)}>
              Line {line}
            </button>
            {': '}
          </>
        )}
        <span dir="auto">{message}</span>
      </li>
    ))}
  </ul>
);
