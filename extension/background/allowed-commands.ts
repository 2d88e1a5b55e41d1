/** All that a service may do in a tab that is lent to it; nothing of the rest of the browser is among it. */
import { z } from 'zod';
import { isForPages, whyNotLent } from './lendable.ts';

interface AllowedCommand {
  /** As our service sends them, and nothing beyond that. */
  params: z.ZodType<Readonly<Record<string, unknown>>>;
  /** Why it reaches nothing but the lent tab. */
  why: string;
}

const Id = z.string().max(200);
const Count = z.number().int();
const Text = z.string();
const NoParams = z.strictObject({});

const ofObject = z.strictObject({ objectId: Id });

const CLIPBOARD_KEYS: Readonly<Record<number, number>> = { 45: 8, 86: 2 + 4 };

/** Chrome pastes for Ctrl+V, Cmd+V and Shift+Insert; what is on the clipboard is of other programs. */
const pastes = (key: { windowsVirtualKeyCode?: number | undefined; modifiers?: number | undefined }): boolean =>
  ((CLIPBOARD_KEYS[key.windowsVirtualKeyCode ?? 0] ?? 0) & (key.modifiers ?? 0)) !== 0;

const Key = z
  .strictObject({
    type: z.enum(['keyDown', 'rawKeyDown', 'keyUp']),
    modifiers: Count.optional(),
    windowsVirtualKeyCode: Count.optional(),
    code: Text.optional(),
    key: Text.optional(),
    text: Text.optional(),
    unmodifiedText: Text.optional(),
    location: Count.optional(),
    autoRepeat: z.boolean().optional(),
    isKeypad: z.boolean().optional(),
    /** Of editors, as macOS names them. */
    commands: z.array(z.string().regex(/^(?!.*(?:paste|yank|copy|cut))[a-zA-Z]+$/i)).optional(),
  })
  .refine(key => !pastes(key), { error: 'Nothing is pasted into a lent tab: the clipboard is of all programs.' });

const Mouse = z.strictObject({
  type: z.enum(['mousePressed', 'mouseReleased', 'mouseMoved', 'mouseWheel']),
  x: z.number(),
  y: z.number(),
  modifiers: Count.optional(),
  /** The middle one pastes on Linux. */
  button: z.enum(['none', 'left', 'right']).optional(),
  buttons: Count.optional(),
  clickCount: Count.optional(),
  force: z.number().optional(),
  deltaX: z.number().optional(),
  deltaY: z.number().optional(),
});

const arePages = (list: string): boolean =>
  list.split(/\r?\n/).every(line => line === '' || line.startsWith('#') || isForPages(line));

const DraggedItem = z
  .strictObject({ mimeType: Text, data: Text, title: Text.optional(), baseURL: Text.optional() })
  .refine(({ mimeType, data }) => mimeType.toLowerCase() !== 'text/uri-list' || arePages(data), {
    error: 'Only addresses of the web are dragged.',
  });

const Drag = z.strictObject({
  type: z.enum(['dragEnter', 'dragOver', 'drop', 'dragCancel']),
  x: z.number(),
  y: z.number(),
  modifiers: Count.optional(),
  data: z.strictObject({
    items: z.array(DraggedItem),
    dragOperationsMask: Count,
    /** Paths of this machine, which the page could then read. */
    files: z.array(z.never()).optional(),
  }),
});

const Clip = z.strictObject({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  scale: z.number(),
});

const CallArgument = z.union([
  z.strictObject({ value: z.unknown().optional() }),
  z.strictObject({ objectId: Id }),
  z.strictObject({ unserializableValue: Text }),
]);

/** What Chrome attaches by itself inside of the tab. Not service workers, which outlive it and serve other tabs. */
const OF_THE_TAB = [{ type: 'iframe' }, { type: 'worker' }];

const AutoAttach = z
  .strictObject({ autoAttach: z.literal(true), waitForDebuggerOnStart: z.literal(true), flatten: z.literal(true) })
  .transform(params => ({ ...params, filter: OF_THE_TAB }));

const DOCUMENT = 'Reads the document of the lent tab.';
const SCRIPT = 'A script in the lent page, which Chrome holds to its origin as it does those of the page itself.';
const EVENTS = 'Switches on events of the lent tab; what they tell of others is taken out (told-events.ts).';
const DRAWN = 'Shows what the lent tab shows.';
const TYPED = 'Does with the lent page what its user could.';
const WATCHED =
  'Goes where the lent tab may go: requests to Steploom are stopped by the rules of Chrome (tab-guard.ts).';
const OWN_STATE = 'Changes how this tab behaves until it is given back.';

export const ALLOWED_COMMANDS: Readonly<Record<string, AllowedCommand>> = {
  'DOM.describeNode': { params: ofObject, why: DOCUMENT },
  'DOM.enable': { params: NoParams, why: EVENTS },
  'DOM.getBoxModel': { params: ofObject, why: DOCUMENT },
  'DOM.getContentQuads': { params: ofObject, why: DOCUMENT },
  'DOM.getDocument': {
    params: z.strictObject({ depth: Count.optional(), pierce: z.boolean().optional() }),
    why: `${DOCUMENT} Piercing enters shadow roots and frames of this tab, which may be read anyway.`,
  },
  'DOM.getFrameOwner': {
    params: z.strictObject({ frameId: Id }),
    why: `${DOCUMENT} Chrome looks for the frame in this tab alone.`,
  },
  'DOM.resolveNode': {
    params: z.strictObject({ backendNodeId: Count, executionContextId: Count, objectGroup: Id.optional() }),
    why: DOCUMENT,
  },
  'DOM.scrollIntoViewIfNeeded': {
    params: z.strictObject({
      objectId: Id,
      rect: z.strictObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).optional(),
    }),
    why: TYPED,
  },
  'DOMSnapshot.captureSnapshot': {
    params: z.strictObject({ computedStyles: z.array(z.never()) }),
    why: `${DRAWN} Where its texts are, so that pictures leave out secrets.`,
  },
  'Emulation.setDeviceMetricsOverride': {
    params: z.strictObject({
      mobile: z.boolean(),
      width: Count,
      height: Count,
      screenWidth: Count.optional(),
      screenHeight: Count.optional(),
      deviceScaleFactor: z.number(),
      screenOrientation: z.strictObject({ angle: Count, type: Text }).optional(),
      dontSetVisibleSize: z.boolean().optional(),
    }),
    why: OWN_STATE,
  },
  'Input.dispatchDragEvent': { params: Drag, why: `${TYPED} No files are dropped.` },
  'Input.dispatchKeyEvent': { params: Key, why: `${TYPED} Keys go to the page, not to Chrome; none of them pastes.` },
  'Input.dispatchMouseEvent': { params: Mouse, why: TYPED },
  'Input.insertText': { params: z.strictObject({ text: Text }), why: TYPED },
  'Input.setInterceptDrags': { params: z.strictObject({ enabled: z.boolean() }), why: OWN_STATE },
  'Log.enable': { params: NoParams, why: EVENTS },
  'Network.enable': { params: NoParams, why: EVENTS },
  'Network.getCookies': {
    params: NoParams,
    why: 'Without addresses, which it does not take, Chrome gives those of the frames that this tab has.',
  },
  'Network.getResponseBody': {
    params: z.strictObject({ requestId: Id }),
    why: 'Only of what a page of this tab could read itself, or shows (seen-requests.ts).',
  },
  'Page.addScriptToEvaluateOnNewDocument': {
    params: z.strictObject({
      source: Text,
      worldName: Text.optional(),
      runImmediately: z.boolean().optional(),
    }),
    why: `${SCRIPT} It goes with the debugger when the tab is given back.`,
  },
  'Page.bringToFront': { params: NoParams, why: 'Brings the lent tab to the front.' },
  'Page.captureScreenshot': {
    params: z.strictObject({
      format: z.enum(['png', 'jpeg', 'webp']).optional(),
      quality: Count.optional(),
      clip: Clip.optional(),
      captureBeyondViewport: z.boolean().optional(),
      optimizeForSpeed: z.boolean().optional(),
    }),
    why: `${DRAWN} Of its page, not of the window.`,
  },
  'Page.createIsolatedWorld': {
    params: z.strictObject({
      frameId: Id,
      worldName: Text,
      grantUniveralAccess: z.literal(false).optional(),
    }),
    why: `${SCRIPT} Access to all origins is never granted.`,
  },
  'Page.enable': { params: NoParams, why: EVENTS },
  'Page.getFrameTree': { params: NoParams, why: DOCUMENT },
  'Page.getLayoutMetrics': { params: NoParams, why: DOCUMENT },
  'Page.getNavigationHistory': { params: NoParams, why: 'The pages that this tab has shown; none is of Steploom.' },
  'Page.handleJavaScriptDialog': {
    params: z.strictObject({ accept: z.boolean(), promptText: Text.optional() }),
    why: TYPED,
  },
  'Page.navigate': {
    params: z.strictObject({ url: Text, frameId: Id.optional(), referrerPolicy: z.literal('unsafeUrl').optional() }),
    why: `${WATCHED} No referrer is made up, and the scheme is one of the web.`,
  },
  'Page.navigateToHistoryEntry': {
    params: z.strictObject({ entryId: Count }),
    why: 'The history is emptied first where it has pages that are never lent (debugged-tab.ts).',
  },
  'Page.reload': { params: NoParams, why: WATCHED },
  'Page.removeScriptToEvaluateOnNewDocument': { params: z.strictObject({ identifier: Id }), why: OWN_STATE },
  'Page.screencastFrameAck': { params: z.strictObject({ sessionId: Count }), why: DRAWN },
  'Page.setInterceptFileChooserDialog': {
    params: z.strictObject({ enabled: z.boolean() }),
    why: `${OWN_STATE} Which files it gets says the page, by bytes that a script puts into it.`,
  },
  'Page.setLifecycleEventsEnabled': { params: z.strictObject({ enabled: z.boolean() }), why: EVENTS },
  'Page.startScreencast': {
    params: z.strictObject({
      format: z.enum(['png', 'jpeg']),
      quality: Count.optional(),
      maxWidth: Count.optional(),
      maxHeight: Count.optional(),
    }),
    why: DRAWN,
  },
  'Page.stopLoading': { params: NoParams, why: TYPED },
  'Page.stopScreencast': { params: NoParams, why: DRAWN },
  'Runtime.addBinding': {
    params: z.strictObject({ name: Text, executionContextName: Text.optional() }),
    why: `${SCRIPT} A function by which it tells the service something.`,
  },
  'Runtime.callFunctionOn': {
    params: z.strictObject({
      functionDeclaration: Text,
      objectId: Id.optional(),
      executionContextId: Count.optional(),
      arguments: z.array(CallArgument).optional(),
      returnByValue: z.boolean().optional(),
      awaitPromise: z.boolean().optional(),
      userGesture: z.boolean().optional(),
      objectGroup: Id.optional(),
    }),
    why: SCRIPT,
  },
  'Runtime.enable': { params: NoParams, why: EVENTS },
  'Runtime.evaluate': {
    params: z.strictObject({
      expression: Text,
      contextId: Count.optional(),
      returnByValue: z.boolean().optional(),
      awaitPromise: z.boolean().optional(),
      /** What DevTools has in its console, e.g. the listeners of an element. */
      includeCommandLineAPI: z.boolean().optional(),
    }),
    why: SCRIPT,
  },
  'Runtime.getProperties': {
    params: z.strictObject({ objectId: Id, ownProperties: z.boolean().optional() }),
    why: SCRIPT,
  },
  'Runtime.releaseObject': { params: ofObject, why: OWN_STATE },
  'Runtime.releaseObjectGroup': { params: z.strictObject({ objectGroup: Id }), why: OWN_STATE },
  'Runtime.removeBinding': { params: z.strictObject({ name: Text }), why: OWN_STATE },
  'Runtime.runIfWaitingForDebugger': { params: NoParams, why: OWN_STATE },
  'Target.setAutoAttach': {
    params: AutoAttach,
    why: 'Frames and workers of this tab alone, whatever filter is asked for.',
  },
};

type ReadCommand = { params: Readonly<Record<string, unknown>> } | { refusal: string };

/** What goes on to Chrome: the parameters as they were checked. `own`: origins of Steploom itself. */
export function readCommand(method: string, given: unknown, own: readonly string[]): ReadCommand {
  const command = Object.hasOwn(ALLOWED_COMMANDS, method) ? ALLOWED_COMMANDS[method] : undefined;
  if (command === undefined) return { refusal: `The extension does not allow ${method.slice(0, 100)}.` };
  const { data: params, error } = command.params.safeParse(given);
  if (params === undefined) {
    const [issue] = error.issues;
    const where = issue?.path.length ? ` (${issue.path.join('.')})` : '';
    return { refusal: `The extension does not allow ${method} like this${where}: ${issue?.message}` };
  }
  if (method !== 'Page.navigate') return { params };
  const refusal = isForPages(params.url)
    ? whyNotLent(String(params.url), own)
    : 'The extension goes only to pages of the web.';
  return refusal === undefined ? { params } : { refusal };
}

/** Why a command is refused; undefined when it may go on. */
export function refusalOf(method: string, params: unknown, own: readonly string[]): string | undefined {
  const read = readCommand(method, params, own);
  return 'refusal' in read ? read.refusal : undefined;
}
