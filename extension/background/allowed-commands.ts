/** All that a service may do in a tab that is lent to it; nothing of the rest of the browser is among it. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  Accessibility: ['enable', 'disable', 'getFullAXTree', 'getPartialAXTree', 'queryAXTree'],
  CSS: ['enable', 'disable'],
  DOM: [
    'enable',
    'disable',
    'describeNode',
    'getBoxModel',
    'getContentQuads',
    'getDocument',
    'getFrameOwner',
    'getNodeForLocation',
    'requestNode',
    'resolveNode',
    'scrollIntoViewIfNeeded',
    'setFileInputFiles',
  ],
  Emulation: [
    'setAutoDarkModeOverride',
    'setDefaultBackgroundColorOverride',
    'setDeviceMetricsOverride',
    'clearDeviceMetricsOverride',
    'setEmulatedMedia',
    'setFocusEmulationEnabled',
    'setGeolocationOverride',
    'setLocaleOverride',
    'setScriptExecutionDisabled',
    'setTimezoneOverride',
    'setTouchEmulationEnabled',
    'setUserAgentOverride',
  ],
  Fetch: [
    'enable',
    'disable',
    'continueRequest',
    'continueWithAuth',
    'failRequest',
    'fulfillRequest',
    'getResponseBody',
  ],
  IO: ['close', 'read'],
  Input: [
    'dispatchDragEvent',
    'dispatchKeyEvent',
    'dispatchMouseEvent',
    'dispatchTouchEvent',
    'imeSetComposition',
    'insertText',
    'setInterceptDrags',
  ],
  Log: ['enable', 'disable'],
  Network: [
    'enable',
    'disable',
    'emulateNetworkConditions',
    'emulateNetworkConditionsByRule',
    'overrideNetworkState',
    'getCookies',
    'getRequestPostData',
    'getResponseBody',
    'loadNetworkResource',
    'setBypassServiceWorker',
    'setCacheDisabled',
    'setExtraHTTPHeaders',
  ],
  Page: [
    'enable',
    'disable',
    'addScriptToEvaluateOnNewDocument',
    'bringToFront',
    'captureScreenshot',
    'createIsolatedWorld',
    'getFrameTree',
    'getLayoutMetrics',
    'getNavigationHistory',
    'handleJavaScriptDialog',
    'navigate',
    'navigateToHistoryEntry',
    'printToPDF',
    'reload',
    'removeScriptToEvaluateOnNewDocument',
    'screencastFrameAck',
    'setBypassCSP',
    'setFontFamilies',
    'setInterceptFileChooserDialog',
    'setLifecycleEventsEnabled',
    'startScreencast',
    'stopLoading',
    'stopScreencast',
  ],
  Runtime: [
    'enable',
    'disable',
    'addBinding',
    'callFunctionOn',
    'evaluate',
    'getProperties',
    'releaseObject',
    'releaseObjectGroup',
    'removeBinding',
    'runIfWaitingForDebugger',
  ],
  Target: ['getTargetInfo', 'setAutoAttach'],
};

/** What pages are at; files of this machine and pages of the browser itself are not for tests. */
const SCHEMES = ['http:', 'https:', 'about:', 'data:', 'blob:'];

/** Why a command is refused; undefined when it may go on. */
export function refusalOf(method: string, params: Readonly<Record<string, unknown>>): string | undefined {
  const [domain = '', name = ''] = method.split('.');
  if (!Object.hasOwn(ALLOWED, domain) || ALLOWED[domain]?.includes(name) !== true)
    return `The extension does not allow ${method}.`;
  if (method === 'Page.navigate' && !isForPages(params.url)) return 'The extension goes only to pages of the web.';
  return undefined;
}

export const isForPages = (address: unknown): boolean =>
  typeof address === 'string' && SCHEMES.includes(URL.parse(address)?.protocol ?? '');
