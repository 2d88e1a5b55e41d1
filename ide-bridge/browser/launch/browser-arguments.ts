/**
 * Features that Playwright 1.65.1 disables. Chromium uses only the last such list, so ours repeats it; a spec compares
 * both.
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

/** Suggestions of the address bar are web pages: every window loads them, which takes longer than a small test. */
const PAGES_OF_THE_ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/**
 * A process for the next site, started with every page: tests mostly stay on one site, and starting it takes an eighth
 * of Chromium's work for a small test.
 */
const PROCESSES_IN_RESERVE = ['SpareRendererForSitePerProcess'];

const OFF = [...OFF_FOR_PLAYWRIGHT, ...PAGES_OF_THE_ADDRESS_BAR, ...PROCESSES_IN_RESERVE];

/**
 * Keeps Chromium from requests of its own, and from animating its interface, which took a twentieth of the processor
 * time of a small test. Pages are not affected.
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

/** Window size in pixels; Chromium's default is too narrow for the three columns of the IDE. */
export const ROOM_FOR_THE_IDE = '--window-size=1440,940';

/**
 * An argument of Playwright that is removed here: Chromium then stops pages that change their address without end,
 * instead of being kept busy until no tab opens.
 */
export const UNWANTED_ARGUMENTS = ['--disable-ipc-flooding-protection'];
