import type { ReactNode } from 'react';
import type { Loaded } from '../../../app/state.ts';
import { Card } from '../../../ui/card.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';

interface LoadedCardProps<Value> {
  title: string;
  reply: Loaded<Value>;
  onRetry(): void;
  children(value: Value): ReactNode;
}

export function LoadedCard<Value>({ title, reply, onRetry, children }: LoadedCardProps<Value>) {
  if (reply.phase === 'ready') return children(reply.value);
  return (
    <Card title={title}>
      {reply.phase === 'loading' ? (
        <SkeletonRows count={5} label="Loading the settings" />
      ) : (
        <Failure title="The settings cannot be shown" message={reply.message} onRetry={onRetry} />
      )}
    </Card>
  );
}
