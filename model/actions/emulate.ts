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
import { defineActionKind } from './define-action-kind.ts';
import type { FieldFault } from './field-fault.ts';
import { MEANINGS } from './fields.ts';
import { fieldPart, type Sentence, say } from './sentence.ts';

const SCHEMES = { light: 'light colours', dark: 'dark colours', 'no-preference': 'no preferred colours' };
const MOTIONS = { reduce: 'reduced motion', 'no-preference': 'full motion' };
const FORCED = { active: 'forced colours', none: 'no forced colours' };
const CONTRASTS = { more: 'more contrast', 'no-preference': 'usual contrast' };
const MEDIA = { screen: 'a screen', print: 'a printer' };
const NETWORKS = { offline: 'no network', online: 'a network' };

const CHANGES = {
  width: WidthPx.describe('Width of the viewport in px, together with height').optional(),
  height: HeightPx.describe('Height of the viewport in px').optional(),
  colorScheme: ColorScheme.describe('Colours that the person prefers')
    .register(MEANINGS, { label: 'Colour scheme', choices: SCHEMES })
    .optional(),
  reducedMotion: ReducedMotion.describe('Whether the person prefers less motion')
    .register(MEANINGS, { label: 'Motion', choices: MOTIONS })
    .optional(),
  contrast: Contrast.describe('Contrast that the person prefers').register(MEANINGS, { choices: CONTRASTS }).optional(),
  forcedColors: ForcedColors.describe('Whether the system forces its colours')
    .register(MEANINGS, { label: 'Forced colours', choices: FORCED })
    .optional(),
  media: z
    .enum(['screen', 'print'])
    .describe('What the page is shown on')
    .register(MEANINGS, { label: 'Shown on', choices: MEDIA })
    .optional(),
  network: z
    .enum(['offline', 'online'])
    .describe('Whether there is a network')
    .register(MEANINGS, { choices: NETWORKS })
    .optional(),
  latitude: Latitude.describe('Of the position, together with longitude; pages need the permission').optional(),
  longitude: Longitude.describe('Of the position').optional(),
  permissions: Permissions.describe('What pages may do without asking; all else is refused').optional(),
};
type EmulatedChanges = z.output<z.ZodObject<typeof CHANGES>>;

/** For the window of the test and all its tabs, until the test ends. */
export const emulate = defineActionKind({
  type: 'emulate',
  label: 'Emulate',
  alsoCalled: [
    'viewport',
    'resize',
    'offline',
    'dark mode',
    'color scheme',
    'geolocation',
    'permissions',
    'print media',
    'reduced motion',
    'device',
  ],
  isSpecial: true,
  leavesPage: 'no',
  fields: CHANGES,
  title: action => {
    const [first, ...others] = partsOf(action);
    return first === undefined
      ? 'Emulate'
      : others.reduce<Sentence>((all, part) => say`${all}, ${part}`, say`Emulate ${first}`);
  },
  fault: action => halfGiven(action) ?? nothingGiven(action),
});

function partsOf(action: EmulatedChanges): Sentence[] {
  const { width, height, latitude, longitude, permissions } = action;
  const { colorScheme, reducedMotion, contrast, forcedColors, media, network } = action;
  return [
    width === undefined ? [] : [[fieldPart('width', `${width} × ${height ?? ''}`)]],
    colorScheme === undefined ? [] : [[fieldPart('colorScheme', SCHEMES[colorScheme])]],
    reducedMotion === undefined ? [] : [[fieldPart('reducedMotion', MOTIONS[reducedMotion])]],
    contrast === undefined ? [] : [[fieldPart('contrast', CONTRASTS[contrast])]],
    forcedColors === undefined ? [] : [[fieldPart('forcedColors', FORCED[forcedColors])]],
    media === undefined ? [] : [[fieldPart('media', MEDIA[media])]],
    network === undefined ? [] : [[fieldPart('network', NETWORKS[network])]],
    latitude === undefined ? [] : [[fieldPart('latitude', `the position ${latitude}, ${longitude ?? ''}`)]],
    permissions === undefined ? [] : [[fieldPart('permissions', permissionsInWords(permissions))]],
  ].flat();
}

const permissionsInWords = (permissions: readonly string[]): string =>
  permissions.length === 0 ? 'no permissions' : `permission for ${permissions.join(', ')}`;

const PAIRS = [
  ['width', 'height'],
  ['latitude', 'longitude'],
] as const;

function halfGiven(action: EmulatedChanges): FieldFault | undefined {
  for (const [one, other] of PAIRS) {
    const missing = [one, other].filter(name => action[name] === undefined);
    if (missing.length === 1) return { field: missing[0] ?? one, message: `${one} and ${other} go together` };
  }
  return undefined;
}

const nothingGiven = (action: EmulatedChanges): FieldFault | undefined =>
  partsOf(action).length > 0 ? undefined : { field: 'colorScheme', message: 'nothing is set: give at least one field' };
