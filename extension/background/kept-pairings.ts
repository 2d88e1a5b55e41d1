import { z } from 'zod';
import { PairedProject } from '../../model/protocol/channel/extension.ts';

/** What lets this browser in to one project of one service. */
const KeptPairing = z.object({ address: z.string(), credential: z.string(), project: PairedProject });
export type KeptPairing = z.infer<typeof KeptPairing>;

const Kept = z.object({ pairings: z.array(KeptPairing).catch([]) });

export const pairingIdOf = ({ address, project }: Pick<KeptPairing, 'address' | 'project'>): string =>
  `${address}/${project.projectId}`;

export const readPairings = async (): Promise<KeptPairing[]> =>
  Kept.parse({ pairings: [], ...(await chrome.storage.local.get(['pairings'])) }).pairings;

/** In place of one with the same project, if there is one. */
export async function keepPairing(pairing: KeptPairing): Promise<void> {
  const others = (await readPairings()).filter(other => pairingIdOf(other) !== pairingIdOf(pairing));
  await chrome.storage.local.set({ pairings: [...others, pairing] });
}

export async function forgetPairing(pairingId: string): Promise<void> {
  const others = (await readPairings()).filter(other => pairingIdOf(other) !== pairingId);
  await chrome.storage.local.set({ pairings: others });
}
