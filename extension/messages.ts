/** What the service worker and the other pages of the extension say to each other. */
import { z } from 'zod';
import { PairedProject, RecordingUnderWay } from '../model/protocol/channel/extension.ts';

/** What a page asks for. */
export const WorkerRequest = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('state') }),
  z.strictObject({ kind: z.literal('pair'), code: z.string() }),
  z.strictObject({ kind: z.literal('unpair'), pairingId: z.string() }),
  z.strictObject({ kind: z.literal('lend'), pairingId: z.string(), tabId: z.number() }),
  z.strictObject({ kind: z.literal('take-back'), tabId: z.number() }),
  /** What is picked comes with the state: the popup closes when somebody clicks in the page. */
  z.strictObject({ kind: z.literal('pick'), pairingId: z.string() }),
  z.strictObject({ kind: z.literal('pick-cancel'), pairingId: z.string() }),
  z.strictObject({
    kind: z.literal('call'),
    pairingId: z.string(),
    name: z.string(),
    arguments: z.record(z.string(), z.unknown()),
  }),
  /** A recording of Chrome's own Recorder panel. */
  z.strictObject({ kind: z.literal('store-recording'), recording: z.string() }),
]);
export type WorkerRequest = z.infer<typeof WorkerRequest>;

const PickingState = z.strictObject({
  isUnderWay: z.boolean(),
  element: z.object({ role: z.string(), name: z.string().optional() }).optional(),
  /** Best first. */
  locators: z.array(z.string()),
  problem: z.string().optional(),
});
export type PickingState = z.infer<typeof PickingState>;

/** With one project of one service. */
export const PairingState = z.strictObject({
  pairingId: z.string(),
  address: z.string(),
  project: PairedProject,
  status: z.enum(['connecting', 'connected', 'away', 'wrong-version']),
  /** Numbers of tabs. */
  lent: z.array(z.number()),
  /** Release of the service. */
  release: z.string().optional(),
  picking: PickingState.optional(),
  recording: RecordingUnderWay.optional(),
});
export type PairingState = z.infer<typeof PairingState>;

export const WorkerState = z.strictObject({
  pairings: z.array(PairingState),
  /** What the person should know, e.g. that a pairing was revoked. */
  problem: z.string().optional(),
  /** Origins of the services: their pages are never lent. */
  origins: z.array(z.string()),
});
export type WorkerState = z.infer<typeof WorkerState>;

/** Sent to the popup whenever something changes. */
export const StateChanged = z.strictObject({ kind: z.literal('state-changed'), state: WorkerState });

export const WorkerAnswer = z.union([z.strictObject({ result: z.unknown() }), z.strictObject({ problem: z.string() })]);
export type WorkerAnswer = z.infer<typeof WorkerAnswer>;
