import type { ActionOf } from '../../model/actions/index.ts';
import type { TestBrowser } from '../../model/project/test-browser.ts';
import { type NameScope, pageIn, quoted } from './code-values.ts';

const pairs = (values: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));

const text = (value: string | undefined): string | undefined => (value === undefined ? undefined : quoted(value));

const list = (values: readonly string[] | undefined): string | undefined =>
  values && `[${values.map(quoted).join(', ')}]`;

export function emulating(action: ActionOf<'emulate'>, place: { scope: NameScope }): string[] {
  const page = pageIn(place);
  const { width, height, latitude, longitude, permissions, network } = action;
  const { media, colorScheme, reducedMotion, contrast, forcedColors } = action;
  const chosen = pairs({
    media: text(media),
    colorScheme: text(colorScheme),
    reducedMotion: text(reducedMotion),
    contrast: text(contrast),
    forcedColors: text(forcedColors),
  });
  return [
    ...(permissions === undefined
      ? []
      : [
          `await ${page}.context().clearPermissions();`,
          `await ${page}.context().grantPermissions(${list(permissions)});`,
        ]),
    ...(latitude === undefined
      ? []
      : [`await ${page}.context().setGeolocation({ latitude: ${latitude}, longitude: ${longitude} });`]),
    ...(network === undefined ? [] : [`await ${page}.context().setOffline(${network === 'offline'});`]),
    ...(chosen.length === 0 ? [] : [`await ${page}.emulateMedia({ ${chosen.join(', ')} });`]),
    ...(width === undefined ? [] : [`await ${page}.setViewportSize({ width: ${width}, height: ${height} });`]),
  ];
}

/** Options of `test.use`, without what names a column of the data. */
export function browserOptions(browser: TestBrowser = {}): { options: string[]; leftOut: string[] } {
  const columns = Object.entries(browser).filter(([, value]) => typeof value === 'string' && value.includes('{{'));
  const leftOut = columns.map(([name]) => name);
  const { device, ...fields }: TestBrowser = Object.fromEntries(
    Object.entries(browser).filter(([name]) => !leftOut.includes(name)),
  );
  const { viewport, geolocation, reducedMotion, contrast, forcedColors, permissions } = fields;
  const ofContext = pairs({
    reducedMotion: text(reducedMotion),
    contrast: text(contrast),
    forcedColors: text(forcedColors),
  });
  const options = pairs({
    viewport: viewport && `{ width: ${viewport.width}, height: ${viewport.height} }`,
    locale: text(fields.locale),
    timezoneId: text(fields.timezone),
    colorScheme: text(fields.colorScheme),
    userAgent: text(fields.userAgent),
    geolocation: geolocation && `{ latitude: ${geolocation.latitude}, longitude: ${geolocation.longitude} }`,
    permissions: list(permissions),
    hasTouch: fields.touch?.toString(),
    offline: fields.offline?.toString(),
    javaScriptEnabled: fields.javaScriptEnabled?.toString(),
    contextOptions: ofContext.length === 0 ? undefined : `{ ${ofContext.join(', ')} }`,
  });
  // Playwright would also take the browser of the device.
  const ofDevice = device === undefined ? [] : [`...devices[${quoted(device)}]`, "defaultBrowserType: 'chromium'"];
  return { options: [...ofDevice, ...options], leftOut };
}
