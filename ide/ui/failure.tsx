import { Button } from '@mantine/core';
import { Hint } from './hint.tsx';
import { WarningIcon } from './icons.ts';

interface FailureProps {
  /** What failed. */
  title: string;
  /** Why, in the words of whoever knows. */
  message: string;
  onRetry?: () => void;
}

/** Something could not be shown: what, why, and a way to try again. */
export function Failure({ title, message, onRetry }: FailureProps) {
  return (
    <div role="alert" style={{ display: 'grid', height: '100%' }}>
      <Hint
        title={title}
        icon={<WarningIcon size={22} aria-hidden />}
        actions={
          onRetry && (
            <Button size="xs" variant="default" onClick={onRetry}>
              Retry
            </Button>
          )
        }
      >
        <span className="foreign">{message}</span>
      </Hint>
    </div>
  );
}
