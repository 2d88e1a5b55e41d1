import { PairingState, PopupAnswer, type PopupRequest, StateChanged } from '../messages.ts';

/** Asks the service worker. Errors: in plain words, for the person. */
export async function ask(request: PopupRequest): Promise<unknown> {
  const answer = PopupAnswer.parse(await chrome.runtime.sendMessage(request));
  if ('problem' in answer) throw new Error(answer.problem);
  return answer.result;
}

export const readState = async (): Promise<PairingState> => PairingState.parse(await ask({ kind: 'state' }));

export function onState(listener: (state: PairingState) => void): void {
  chrome.runtime.onMessage.addListener(message => {
    const changed = StateChanged.safeParse(message).data;
    if (changed !== undefined) listener(changed.state);
    return undefined;
  });
}
