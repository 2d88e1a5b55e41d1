import { agoText } from './ago-text.ts';
import { useNow } from './use-now.ts';

const LOOK_EVERY_MS = 20_000;

export function RelativeTime({ at }: { at: string }) {
  const now = useNow(LOOK_EVERY_MS);
  const time = new Date(at);
  return (
    <time dateTime={at} title={time.toLocaleString()}>
      {agoText(now - time.getTime()) ?? time.toLocaleDateString()}
    </time>
  );
}
