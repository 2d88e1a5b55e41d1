import type { ReactNode } from 'react';
import { useProjectRead } from '../../../app/queries.ts';
import type { Session } from '../../../app/session.ts';
import { Card } from '../../../ui/card.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';

interface LoadedCardProps<Value> {
  title: string;
  read(session: Session): Promise<Value>;
  /** Reads again at this pace, and when this changes. */
  everyMs?: number;
  cause?: string;
  children(value: Value, can: { again(): void; take(value: Value): void }): ReactNode;
}

export function LoadedCard<Value>({ title, read, children, ...how }: LoadedCardProps<Value>) {
  const { reply, ...can } = useProjectRead(read, how);
  if (reply.phase === 'ready') return children(reply.value, can);
  return (
    <Card title={title}>
      {reply.phase === 'loading' ? (
        <SkeletonRows count={5} label="Loading the settings" />
      ) : (
        <Failure title="The settings cannot be shown" message={reply.message} onRetry={can.again} />
      )}
    </Card>
  );
}
