/** What the browser extension and the service say to each other: JSON-RPC both ways, after the proof of who it is. */
import { z } from 'zod';
import { ProjectId } from '../../names/codes.ts';

/** Follows from the public key in the extension's manifest. */
export const EXTENSION_ID = 'ibbapfmliacippngnekomadhbnpblhmh';
export const EXTENSION_ORIGIN = `chrome-extension://${EXTENSION_ID}`;
export const EXTENSION_PATH = '/bridge/extension';

/** Counts up with each change after which an extension and a service of different releases no longer understand each other. */
export const EXTENSION_PROTOCOL = 2;

/** A service worker falls asleep after 30 s in which it hears and says nothing. */
export const ALIVE_EVERY_MS = 20_000;

/** What a person copies from the settings into the extension: where the service is, and the code. */
export const pairingCodeOf = (origin: string, code: string): string => `${origin.replace(/^http:\/\//, '')}/${code}`;

/** Undefined for what is no pairing code. */
export function readPairingCode(text: string): { origin: string; code: string } | undefined {
  const given = text.trim();
  const url = URL.parse(given.includes('://') ? given : `http://${given}`);
  const code = url?.pathname.slice(1).toUpperCase() ?? '';
  return url !== null && ORIGIN.test(url.origin) && CODE.test(code) ? { origin: url.origin, code } : undefined;
}

/** Chrome makes a host of nearly anything. */
const ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;
const CODE = /^[A-Z2-9]{4}-[A-Z2-9]{4}$/;

const TabId = z.number().int();
const CdpParams = z.record(z.string(), z.unknown());

export const PairedProject = z.strictObject({ projectId: ProjectId, name: z.string() });
export type PairedProject = z.infer<typeof PairedProject>;

/** What the extension asks the service. */
export const EXTENSION_REQUESTS = {
  'extension/hello': {
    params: z.strictObject({
      protocol: z.number().int(),
      release: z.string().max(50),
      userAgent: z.string().max(500),
    }),
    result: z.strictObject({
      protocol: z.number().int(),
      release: z.string(),
      /** What a code was exchanged for. */
      credential: z.string().optional(),
      /** The only one that this pairing is for. */
      project: PairedProject,
      /** Origins of the service itself: its pages are never lent. */
      origins: z.array(z.string()),
    }),
  },
  /** Revokes what the extension is let in by. */
  'extension/unpair': { params: z.strictObject({}), result: z.strictObject({}) },
  'tab/lend': {
    params: z.strictObject({ tabId: TabId }),
    result: z.strictObject({}),
  },
  'tools/call': {
    params: z.strictObject({ name: z.string(), arguments: CdpParams }),
    result: z.unknown(),
  },
} as const;

/** The tools that the popup and Chrome's own Recorder panel call. */
export const EXTENSION_TOOLS = [
  'startRecording',
  'stopRecording',
  'getRecording',
  'createModule',
  'createTest',
  'createAction',
  'getModules',
  'pickElement',
  'importTests',
  'getActions',
  'deleteTest',
  'getScreenshot',
] as const;

/** What the extension tells by itself. */
export const ExtensionNotice = z.discriminatedUnion('method', [
  z.object({
    method: z.literal('cdp/event'),
    params: z.object({
      tabId: TabId,
      sessionId: z.string().optional(),
      method: z.string(),
      params: CdpParams,
    }),
  }),
  /** A tab that a lent one opened. */
  z.object({ method: z.literal('tab/opened'), params: z.strictObject({ tabId: TabId, openerId: TabId }) }),
  z.object({
    method: z.literal('tab/gone'),
    params: z.strictObject({ tabId: TabId, reason: z.enum(['closed', 'cancelled', 'given-back', 'crashed', 'left']) }),
  }),
  /** What a lent tab had Chrome save, once it is whole. */
  z.object({
    method: z.literal('tab/downloaded'),
    params: z.strictObject({
      tabId: TabId,
      guid: z.string(),
      /** Missing where it failed. */
      path: z.string().optional(),
    }),
  }),
  z.object({ method: z.literal('extension/alive') }),
  /** Gives up what it has asked for, e.g. that somebody points at an element. */
  z.object({ method: z.literal('tools/cancel') }),
]);
export type ExtensionNotice = z.infer<typeof ExtensionNotice>;

/** What the service asks the extension to do with tabs that are lent. */
export const TAB_REQUESTS = {
  'tab/attach': {
    params: z.strictObject({ tabId: TabId }),
    result: z.looseObject({ targetId: z.string(), type: z.string(), title: z.string(), url: z.string() }),
  },
  'tab/detach': { params: z.strictObject({ tabId: TabId }), result: z.strictObject({}) },
  'tab/open': {
    params: z.strictObject({ openerId: TabId, url: z.string() }),
    result: z.strictObject({ tabId: TabId }),
  },
  'tab/close': { params: z.strictObject({ tabId: TabId }), result: z.strictObject({}) },
  'cdp/send': {
    params: z.strictObject({ tabId: TabId, sessionId: z.string().optional(), method: z.string(), params: CdpParams }),
    result: CdpParams,
  },
} as const;
export type TabRequestName = keyof typeof TAB_REQUESTS;

/** What the service tells by itself. */
export const ServiceNotice = z.discriminatedUnion('method', [
  z.strictObject({
    jsonrpc: z.literal('2.0'),
    method: z.literal('lent/changed'),
    params: z.strictObject({ lent: z.array(TabId) }),
  }),
  z.strictObject({
    jsonrpc: z.literal('2.0'),
    method: z.literal('project/changed'),
    params: z.strictObject({ project: PairedProject }),
  }),
]);
export type ServiceNotice = z.infer<typeof ServiceNotice>;

const WireError = z.object({
  code: z.number(),
  message: z.string(),
  data: z.record(z.string(), z.unknown()).optional(),
});

export const ExtensionAnswer = z.union([
  z.object({ id: z.number(), result: z.unknown(), error: z.undefined().optional() }),
  z.object({ id: z.number(), error: WireError }),
]);
export type ExtensionAnswer = z.infer<typeof ExtensionAnswer>;

export const ExtensionRequest = z.object({ id: z.number(), method: z.string(), params: z.unknown() });
export type ExtensionRequest = z.infer<typeof ExtensionRequest>;
