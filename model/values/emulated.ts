/** What a browser can be made to seem, as Playwright names it. */
import { z } from 'zod';

/** As browsers on Chromium know them. */
const PERMISSIONS = [
  'accelerometer',
  'background-sync',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'geolocation',
  'gyroscope',
  'local-fonts',
  'local-network-access',
  'magnetometer',
  'microphone',
  'midi',
  'midi-sysex',
  'notifications',
  'payment-handler',
  'storage-access',
] as const;

export const Permissions = z.array(z.enum(PERMISSIONS)).max(PERMISSIONS.length);

/** In CSS pixels. */
export const WidthPx = z.number().int().min(200).max(7680);
export const HeightPx = z.number().int().min(200).max(4320);

/** In degrees. */
export const Latitude = z.number().min(-90).max(90);
export const Longitude = z.number().min(-180).max(180);

export const ColorScheme = z.enum(['light', 'dark', 'no-preference']);
export const ReducedMotion = z.enum(['reduce', 'no-preference']);
export const ForcedColors = z.enum(['active', 'none']);
export const Contrast = z.enum(['more', 'no-preference']);
