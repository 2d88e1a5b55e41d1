import { StateChanged, WorkerAnswer, type WorkerRequest, WorkerState } from './messages.ts';

/** Asks the service worker. Errors: in plain words, for the person. */
export async function ask(request: WorkerRequest): Promise<unknown> {
  const answer = WorkerAnswer.parse(await chrome.runtime.sendMessage(request));
  if ('problem' in answer) throw new Error(answer.problem);
  return answer.result;
}

export const readState = async (): Promise<WorkerState> => WorkerState.parse(await ask({ kind: 'state' }));

export function onState(listener: (state: WorkerState) => void): void {
  chrome.runtime.onMessage.addListener(message => {
    const changed = StateChanged.safeParse(message).data;
    if (changed !== undefined) listener(changed.state);
    return undefined;
  });
}
