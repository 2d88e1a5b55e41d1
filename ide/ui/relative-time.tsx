import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { agoText } from './ago-text.ts';

const LOOK_EVERY_MS = 20_000;

export function RelativeTime({ at }: { at: string }) {
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), LOOK_EVERY_MS, { autoInvoke: true });
  const time = new Date(at);
  return (
    <time dateTime={at} title={time.toLocaleString()}>
      {agoText(now - time.getTime()) ?? time.toLocaleDateString()}
    </time>
  );
}
