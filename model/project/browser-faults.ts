import { z } from 'zod';
import type { FieldFault } from '../actions/field-fault.ts';
import { nearest } from '../errors/nearest.ts';
import { DEVICES } from './devices.ts';
import { isColumn, type TestBrowser } from './test-browser.ts';

/** One that there is, of those of `DEVICES`. */
export const Device = z
  .string()
  .max(100)
  .superRefine((name, context) => {
    const message = deviceFault(name);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });

/** What the schema cannot say: names that there are not. `root`: the place of the browser, e.g. `settings.browser`. */
export function browserFault(
  { device, locale, timezone, userAgent }: TestBrowser,
  root: string,
  { takesColumns = false } = {},
): FieldFault | undefined {
  const said = (text: string | undefined, faultOf: (text: string) => string | undefined) => {
    if (text === undefined) return undefined;
    if (!isColumn(text)) return faultOf(text);
    return takesColumns ? undefined : `“${text}” names a column, which only the browser of a test can do`;
  };
  const faults = {
    device: said(device, deviceFault),
    locale: said(locale, localeFault),
    timezone: said(timezone, timezoneFault),
    userAgent: said(userAgent, () => undefined),
  };
  const found = Object.entries(faults).find(([, message]) => message !== undefined);
  return found?.[1] === undefined ? undefined : { field: `${root}.${found[0]}`, message: found[1] };
}

/** Undefined for a device that there is. */
export function deviceFault(device: string): string | undefined {
  if (DEVICES.includes(device)) return undefined;
  const close = nearest(device, DEVICES);
  return `there is no device “${device}”${close === undefined ? ', e.g. “iPhone 15” or “Pixel 8”' : `; did you mean “${close}”?`}`;
}

function localeFault(locale: string): string | undefined {
  try {
    Intl.getCanonicalLocales(locale);
    return undefined;
  } catch {
    return `“${locale}” is no language such as en-GB or de-DE`;
  }
}

function timezoneFault(timezone: string): string | undefined {
  try {
    Intl.DateTimeFormat('en', { timeZone: timezone });
    return undefined;
  } catch {
    const close = nearest(timezone, Intl.supportedValuesOf('timeZone'));
    return `there is no time zone “${timezone}”${close === undefined ? ', e.g. “Europe/Berlin”' : `; did you mean “${close}”?`}`;
  }
}
