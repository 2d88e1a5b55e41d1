/** The browser that a test runs in, as project, environment, test and data row say it: the nearest of them wins. */
import { z } from 'zod';
import {
  ColorScheme,
  Contrast,
  ForcedColors,
  HeightPx,
  Latitude,
  Longitude,
  Permissions,
  ReducedMotion,
  WidthPx,
} from '../values/emulated.ts';
import { SETTINGS, type SettingMeaning } from './setting.ts';

const inRow = (row: number): Pick<SettingMeaning, 'form' | 'row'> => ({ form: 'browser', row });
const WHERE = { ...inRow(11), legend: 'Position' };

const Viewport = z.strictObject({
  width: WidthPx.clone().register(SETTINGS, {
    ...inRow(2),
    label: 'Viewport width',
    hint: 'In pixels; blank for 1280',
  }),
  height: HeightPx.clone().register(SETTINGS, {
    ...inRow(2),
    label: 'Viewport height',
    hint: 'In pixels; blank for 720',
  }),
});

const Geolocation = z.strictObject({
  latitude: Latitude.clone().register(SETTINGS, { ...WHERE, label: 'Latitude', hint: 'From -90 to 90' }),
  longitude: Longitude.clone().register(SETTINGS, { ...WHERE, label: 'Longitude', hint: 'From -180 to 180' }),
});

const ON_OR_OFF = { '': 'As usual', true: 'On', false: 'Off' };

/** What Playwright can set for a new window. */
export const BROWSER_FIELDS = {
  device: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .register(SETTINGS, {
      ...inRow(1),
      label: 'Device',
      hint: 'Such as iPhone 15 landscape: its size, touch and user agent, in the browser of the run',
      names: 'device',
    }),
  viewport: Viewport.optional(),
  locale: z
    .string()
    .min(2)
    .max(100)
    .optional()
    .register(SETTINGS, {
      ...inRow(3),
      label: 'Language',
      hint: 'Such as de-DE; blank for that of the browser',
      names: 'language',
    }),
  timezone: z
    .string()
    .min(2)
    .max(100)
    .optional()
    .register(SETTINGS, {
      ...inRow(3),
      label: 'Time zone',
      hint: 'Such as Europe/Berlin; blank for that of this machine',
      names: 'time zone',
    }),
  colorScheme: ColorScheme.optional().register(SETTINGS, {
    ...inRow(8),
    label: 'Colour scheme',
    choices: { '': 'As usual', light: 'Light', dark: 'Dark', 'no-preference': 'No preference' },
  }),
  reducedMotion: ReducedMotion.optional().register(SETTINGS, {
    ...inRow(8),
    label: 'Motion',
    choices: { '': 'As usual', reduce: 'Reduced', 'no-preference': 'No preference' },
  }),
  contrast: Contrast.optional().register(SETTINGS, {
    ...inRow(9),
    label: 'Contrast',
    choices: { '': 'As usual', more: 'More', 'no-preference': 'No preference' },
  }),
  forcedColors: ForcedColors.optional().register(SETTINGS, {
    ...inRow(9),
    label: 'Forced colours',
    choices: { '': 'As usual', active: 'On', none: 'Off' },
  }),
  userAgent: z
    .string()
    .min(1)
    .max(1_000)
    .optional()
    .register(SETTINGS, { ...inRow(10), label: 'User agent', hint: 'Blank for that of the device or browser' }),
  geolocation: Geolocation.optional(),
  permissions: Permissions.optional().register(SETTINGS, {
    ...inRow(12),
    label: 'Permissions',
    hint: 'What pages may do without asking, separated by commas; all else is refused',
    placeholder: 'geolocation, notifications',
  }),
  touch: z
    .boolean()
    .optional()
    .register(SETTINGS, { ...inRow(13), label: 'Touch screen', choices: ON_OR_OFF }),
  offline: z
    .boolean()
    .optional()
    .register(SETTINGS, { ...inRow(13), label: 'Offline', choices: ON_OR_OFF }),
  javaScriptEnabled: z
    .boolean()
    .optional()
    .register(SETTINGS, { ...inRow(13), label: 'JavaScript', choices: ON_OR_OFF }),
};

/**
 * Its texts may be `{{column}}` of the data of a test, or one of its parameters. Whether device, language and zone exist
 * says `browserFault`, so that a file that names another one stays readable.
 */
export const TestBrowser = z.strictObject(BROWSER_FIELDS);
export type TestBrowser = z.infer<typeof TestBrowser>;

/** What a device brings with it: what levels further out say of this does not count beside it. */
const OF_DEVICE = ['viewport', 'touch', 'userAgent'] as const;

/** The outermost first. What is blank or missing is as further out. */
export function nearestBrowser<Outermost extends TestBrowser>(
  outermost: Outermost,
  ...nearer: readonly (TestBrowser | undefined)[]
): Outermost {
  const result = { ...outermost };
  for (const browser of nearer) {
    const said = Object.entries(browser ?? {}).filter(([, value]) => value !== undefined && value !== '');
    if (said.some(([name]) => name === 'device')) for (const field of OF_DEVICE) delete result[field];
    Object.assign(result, Object.fromEntries(said));
  }
  return result;
}

/** Whether it is `{{column}}`, and nothing else. */
export const isColumn = (text: string): boolean => COLUMN.test(text);
const COLUMN = /^\s*\{\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}\}\s*$/;

/** Fills in what names a column or parameter; one that is not there, or blank, is left out. */
export function browserWith(browser: TestBrowser, values: Readonly<Record<string, unknown>>): TestBrowser {
  const filled = (text: string | undefined) => {
    const column = text === undefined ? undefined : COLUMN.exec(text)?.[1];
    return column === undefined ? text : String(values[column] ?? '').trim() || undefined;
  };
  const { device, locale, timezone, userAgent } = browser;
  return {
    ...browser,
    device: filled(device),
    locale: filled(locale),
    timezone: filled(timezone),
    userAgent: filled(userAgent),
  };
}
