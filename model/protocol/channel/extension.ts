/** Messages between the browser extension and the service: JSON-RPC both ways, after the session proof. */
import { z } from 'zod';
import { ModuleCode, ProjectId, TestCode } from '../../names/codes.ts';

/** Follows from the public key in the extension's manifest. */
export const EXTENSION_ID = 'ibbapfmliacippngnekomadhbnpblhmh';
export const EXTENSION_ORIGIN = `chrome-extension://${EXTENSION_ID}`;
export const EXTENSION_PATH = '/bridge/extension';

/** Raised with each change after which extension and service of different releases are incompatible. */
export const EXTENSION_PROTOCOL = 3;

/** Chrome suspends a service worker after 30 s without messages. */
export const ALIVE_EVERY_MS = 20_000;

/** Copied by a person from the settings into the extension. */
export const pairingCodeOf = (origin: string, code: string): string => `${origin.replace(/^http:\/\//, '')}/${code}`;

export function readPairingCode(text: string): { origin: string; code: string } | undefined {
  const given = text.trim();
  const url = URL.parse(given.includes('://') ? given : `http://${given}`);
  const code = url?.pathname.slice(1).toUpperCase() ?? '';
  return url !== null && ORIGIN.test(url.origin) && CODE.test(code) ? { origin: url.origin, code } : undefined;
}

/** Chrome accepts nearly anything as a host. */
const ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;
const CODE = /^[A-Z2-9]{4}-[A-Z2-9]{4}$/;

const TabId = z.number().int();
const CdpParams = z.record(z.string(), z.unknown());

export const PairedProject = z.strictObject({ projectId: ProjectId, name: z.string() });
export type PairedProject = z.infer<typeof PairedProject>;

/** What is being recorded in a project. */
export const RecordingUnderWay = z.strictObject({
  moduleCode: ModuleCode,
  testCode: TestCode,
  /** Number of actions that it has put into the test. */
  count: z.number().int(),
  /** Why nothing more is recorded, where it ended by itself. */
  reason: z.string().optional(),
});
export type RecordingUnderWay = z.infer<typeof RecordingUnderWay>;

/** Requests from the extension to the service. */
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
      /** Credential that a pairing code was exchanged for. */
      credential: z.string().optional(),
      project: PairedProject,
      /** Origins of the service, whose pages are never lent. */
      origins: z.array(z.string()),
    }),
  },
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

export const EXTENSION_TOOLS = [
  'startRecording',
  'stopRecording',
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

/** Notices from the extension. */
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
  z.object({ method: z.literal('tab/opened'), params: z.strictObject({ tabId: TabId, openerId: TabId }) }),
  z.object({
    method: z.literal('tab/gone'),
    params: z.strictObject({ tabId: TabId, reason: z.enum(['closed', 'cancelled', 'given-back', 'crashed', 'left']) }),
  }),
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
  /** Cancels its call, e.g. that somebody points at an element. */
  z.object({ method: z.literal('tools/cancel') }),
]);
export type ExtensionNotice = z.infer<typeof ExtensionNotice>;

/** Requests from the service about lent tabs. */
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

/** Notices from the service. */
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
  /** Also sent at the hello while something is recorded. */
  z.strictObject({
    jsonrpc: z.literal('2.0'),
    method: z.literal('recording/changed'),
    params: z.strictObject({ recording: RecordingUnderWay.optional() }),
  }),
]);
export type ServiceNotice = z.infer<typeof ServiceNotice>;

const WireError = z.object({
  code: z.number(),
  message: z.string(),
  data: z.record(z.string(), z.unknown()).optional(),
});

const ExtensionAnswer = z.object({ id: z.number(), result: z.unknown().optional(), error: WireError.optional() });
export type ExtensionAnswer = z.infer<typeof ExtensionAnswer>;

const ExtensionRequest = z.object({ id: z.number(), method: z.string(), params: z.unknown().optional() });
export type ExtensionRequest = z.infer<typeof ExtensionRequest>;

type ExtensionMessage<Notice> = { request: ExtensionRequest } | { answer: ExtensionAnswer } | { notice: Notice };

/** Parsed once, as what a message says that it is; undefined for what is none. `notices`: those of the sender. */
export function readExtensionMessage<Notice>(
  text: string,
  notices: z.ZodType<Notice>,
): ExtensionMessage<Notice> | undefined {
  const message = readJson(text);
  if (typeof message !== 'object' || message === null) return undefined;
  if (!('method' in message)) {
    const answer = ExtensionAnswer.safeParse(message).data;
    return answer && { answer };
  }
  if ('id' in message) {
    const request = ExtensionRequest.safeParse(message).data;
    return request && { request };
  }
  const { data: notice, success } = notices.safeParse(message);
  return success ? { notice } : undefined;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
