/** What the popup and the service worker say to each other. */
import { z } from 'zod';
import { LentView, ProjectChoice } from '../model/protocol/channel/extension.ts';

/** What the popup asks for. */
export const PopupRequest = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('state') }),
  z.strictObject({ kind: z.literal('pair'), address: z.string(), code: z.string() }),
  z.strictObject({ kind: z.literal('unpair') }),
  z.strictObject({ kind: z.literal('lend'), projectId: z.string(), tabId: z.number(), title: z.string() }),
  z.strictObject({ kind: z.literal('give-back'), tabId: z.number() }),
  /** What is picked comes with the state: the popup closes when somebody clicks in the page. */
  z.strictObject({ kind: z.literal('pick'), projectId: z.string() }),
  z.strictObject({ kind: z.literal('pick-cancel') }),
  z.strictObject({
    kind: z.literal('call'),
    name: z.string(),
    arguments: z.record(z.string(), z.unknown()),
  }),
]);
export type PopupRequest = z.infer<typeof PopupRequest>;

const PickingState = z.strictObject({
  projectId: z.string(),
  isUnderWay: z.boolean(),
  element: z.object({ role: z.string(), name: z.string().optional() }).optional(),
  /** Best first. */
  locators: z.array(z.string()),
  problem: z.string().optional(),
});
export type PickingState = z.infer<typeof PickingState>;

export const PairingState = z.strictObject({
  status: z.enum(['not-paired', 'connecting', 'connected', 'away', 'wrong-version']),
  address: z.string().optional(),
  /** Why it is no longer paired, or what else the person should know. */
  problem: z.string().optional(),
  projects: z.array(ProjectChoice),
  lent: z.array(LentView),
  release: z.string().optional(),
  picking: PickingState.optional(),
});
export type PairingState = z.infer<typeof PairingState>;

/** Sent to the popup whenever something changes. */
export const StateChanged = z.strictObject({ kind: z.literal('state-changed'), state: PairingState });

export const PopupAnswer = z.union([z.strictObject({ result: z.unknown() }), z.strictObject({ problem: z.string() })]);
export type PopupAnswer = z.infer<typeof PopupAnswer>;
