import { z } from 'zod';
import { PairedProject } from '../../model/protocol/channel/extension.ts';

/** What lets this browser in to one project of one service. */
const KeptPairing = z.object({
  address: z.string(),
  credential: z.string(),
  project: PairedProject,
  /** Origins of the service, as it told them last. */
  origins: z.array(z.string()).optional(),
});
export type KeptPairing = z.infer<typeof KeptPairing>;

const Kept = z.object({ pairings: z.array(KeptPairing).catch([]) });

export const pairingIdOf = ({ address, project }: Pick<KeptPairing, 'address' | 'project'>): string =>
  `${address}/${project.projectId}`;

export const readPairings = async (): Promise<KeptPairing[]> =>
  Kept.parse({ pairings: [], ...(await chrome.storage.local.get(['pairings'])) }).pairings;

let last: Promise<void> = Promise.resolve();

/** One after the other: each begins with what the one before has written. */
async function change(edit: (pairings: KeptPairing[]) => KeptPairing[]): Promise<void> {
  const written = last.then(async () => chrome.storage.local.set({ pairings: edit(await readPairings()) }));
  last = written.catch(() => {});
  await written;
}

/** In place of one with the same project, if there is one. */
export const keepPairing = (pairing: KeptPairing): Promise<void> =>
  change(pairings => [...pairings.filter(other => pairingIdOf(other) !== pairingIdOf(pairing)), pairing]);

export const forgetPairing = (pairingId: string): Promise<void> =>
  change(pairings => pairings.filter(other => pairingIdOf(other) !== pairingId));

/** Known also while the service is away, and whatever other services say. */
export const keepOrigins = (pairingId: string, origins: readonly string[]): Promise<void> =>
  change(pairings =>
    pairings.map(known => (pairingIdOf(known) === pairingId ? { ...known, origins: [...origins] } : known)),
  );
