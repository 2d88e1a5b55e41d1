/**
 * What Playwright 1.65.1 turns off. Chromium heeds only the last list that it is given, so a list of our own repeats
 * it; a spec holds it against the one that Playwright gives.
 */
const OFF_FOR_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/** The suggestions of the address bar are web pages: every window loads them, which takes longer than a small test. */
const PAGES_OF_THE_ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/**
 * A process for the next site, started with every page: a test stays at one site mostly, and starting it takes an eighth
 * of what Chromium does for a small test. A page that goes to another site starts one then.
 */
const PROCESSES_IN_RESERVE = ['SpareRendererForSitePerProcess'];

const OFF = [...OFF_FOR_PLAYWRIGHT, ...PAGES_OF_THE_ADDRESS_BAR, ...PROCESSES_IN_RESERVE];

/**
 * Keeps Chromium from asking or loading anything by itself, and from animating its own interface, which nobody looks at
 * while tests run: that took a twentieth of the processor time of a small test. Pages move as ever.
 */
export const QUIET_ARGUMENTS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  '--animation-duration-scale=0',
  `--disable-features=${OFF.join()}`,
];

/** Of a window on a screen, in pixels; its own default is too narrow for the three columns of the IDE. */
export const ROOM_FOR_THE_IDE = '--window-size=1440,940';

/**
 * What Playwright gives and pages here do without: Chromium then keeps a page from changing its address without end, as
 * it does for everybody, instead of being kept busy with that until no tab opens any more.
 */
export const UNWANTED_ARGUMENTS = ['--disable-ipc-flooding-protection'];
