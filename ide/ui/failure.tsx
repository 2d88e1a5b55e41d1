import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Hint } from './hint.tsx';
import { WarningIcon } from './icons.ts';

interface FailureProps {
  title: string;
  message: string;
  /** Resolves when the retry has ended. */
  onRetry?: () => void | Promise<void>;
  actions?: ReactNode;
  isScreen?: boolean;
}

export function Failure({ title, message, onRetry, actions, isScreen = false }: FailureProps) {
  const [isTrying, setTrying] = useState(false);
  const retry = async () => {
    setTrying(true);
    await onRetry?.();
    setTrying(false);
  };
  return (
    <div role="alert" style={{ display: 'grid', height: '100%' }}>
      <Hint
        title={title}
        icon={<WarningIcon size={22} aria-hidden />}
        isFailure
        isScreen={isScreen}
        actions={
          (onRetry ?? actions) && (
            <>
              {onRetry && (
                <Button size="xs" loading={isTrying} onClick={() => void retry()}>
                  Retry
                </Button>
              )}
              {actions}
            </>
          )
        }
      >
        <span dir="auto">{message}</span>
      </Hint>
    </div>
  );
}
