import type { Progress, ReportProgress } from './progress.ts';

/** Who waits for a call. */
interface Waiting {
  /** Aborted when the caller takes it back, or the service closes. */
  signal: AbortSignal;
  report: ReportProgress;
}

/** What a call is given in place of its caller's own signal, so that it can go on without the caller. */
interface FollowedCall extends Waiting {
  progress(): Progress | undefined;
  cancel(): void;
  /** From here on the caller's signal means nothing to the call, and the caller hears no more of it. */
  letGo(): void;
}

export function followCall(caller: Waiting): FollowedCall {
  const controller = new AbortController();
  const follow = () => controller.abort(caller.signal.reason);
  if (caller.signal.aborted) follow();
  caller.signal.addEventListener('abort', follow, { once: true });
  let last: Progress | undefined;
  let isFollowed = true;
  return {
    signal: controller.signal,
    report: progress => {
      last = progress;
      if (isFollowed) caller.report(progress);
    },
    progress: () => last,
    cancel: () => controller.abort(),
    letGo: () => {
      isFollowed = false;
      caller.signal.removeEventListener('abort', follow);
    },
  };
}
