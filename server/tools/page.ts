import { z } from 'zod';
import { renameField } from '../../model/errors/errors.ts';
import { nearestNames } from '../../model/errors/nearest.ts';
import { LocatorText, parseLocator } from '../../model/locator/parse-locator.ts';
import { ARIA_ROLES } from '../../model/names/aria-roles.ts';
import type { ElementListing } from '../../model/protocol/app-window.ts';
import { ObservedText } from '../../model/values/observed.ts';
import { toolsOf } from './define/define-tool.ts';
import {
  ActorInput,
  actingAs,
  limitsOf,
  refuseDuringRun,
  WindowTarget,
  watchedWindow,
  windowOf,
} from './window/app-window.ts';
import { elementLines } from './window/page-changes.ts';

const defineTool = toolsOf('ide');

export const getPageInfo = defineTool({
  name: 'getPageInfo',
  needsIde: 'unless-app',
  scope: 'read',
  title: 'Get page info',
  summary: 'Get address, title, viewport, load state, frames, open dialogs and tabs of the page.',
  input: { actor: ActorInput },
  output: z.strictObject({
    url: ObservedText,
    title: ObservedText,
    viewport: z.strictObject({ width: z.number(), height: z.number() }).nullable(),
    readyState: z.string(),
    frames: z.array(z.strictObject({ url: ObservedText, name: ObservedText })),
    frameCount: z.number().int().optional().describe('How many there are, where only the first are listed'),
    dialogs: z.array(z.strictObject({ type: z.string(), message: ObservedText })).describe('That wait for an answer'),
    tabs: z.array(z.strictObject({ url: ObservedText, isCurrent: z.boolean() })).describe('In the order of opening'),
  }),
  errors: ['app-not-open', 'page-misbehaved', 'timeout'],
  hints: { openWorld: true },
  async run({ actor }, context) {
    const { tabs, ...info } = await windowOf(actingAs(context, actor)).info(limitsOf(context));
    return { ...info, tabs: tabs.map(({ url, isCurrent }) => ({ url, isCurrent })) };
  },
});

const MOST_ELEMENTS = 10_000;

const ROLES: readonly string[] = [...ARIA_ROLES, 'iframe'];

const anotherRole = (role: string): string => {
  const near = nearestNames(role, ROLES);
  return near.length === 0 ? 'button, link or textbox' : near.join(' or ');
};

/** Not an enum: its hundred names would fill the listing of the tool. */
const ElementRole = z
  .string()
  .max(50)
  .refine(role => ROLES.includes(role), {
    error: ({ input }) => `a role of elements, e.g. ${anotherRole(String(input))}`,
  });

const ElementView = z.strictObject({
  ref: z.string().describe('Can be used wherever a locator is taken'),
  role: z.string(),
  name: ObservedText,
  state: z.array(z.string()).optional().describe('e.g. disabled; blocked: behind a modal dialog'),
  value: ObservedText.optional(),
  options: z.array(ObservedText).optional().describe('Of a list to choose from: the first few'),
  optionCount: z.number().int().optional().describe('How many it has, where that is more'),
  locator: ObservedText.describe('Unique on the page now; use it in actions'),
  fallbacks: z
    .array(ObservedText)
    .optional()
    .describe('Further locators of a picked one, best first; an action takes them'),
  matches: z
    .array(z.strictObject({ locator: ObservedText, count: z.number().int() }))
    .optional()
    .describe('How many elements each locator of a picked one finds now; other than 1: not unique'),
  content: z
    .strictObject({
      text: ObservedText.optional(),
      value: ObservedText.optional(),
      options: z.array(ObservedText).optional(),
      placeholders: z.number().int().optional().describe('How many of the first options only say what to do'),
      isPassword: z.boolean().optional(),
      isEditable: z.boolean().optional(),
      input: z
        .strictObject({
          type: z.string(),
          min: ObservedText.optional(),
          max: ObservedText.optional(),
          step: ObservedText.optional(),
        })
        .optional(),
    })
    .optional()
    .describe('What a picked one holds, as assert compares it'),
  box: z.strictObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).optional(),
});

const NOTHING_FITS = 'Nothing matches.';
const TEXTS_TOO = ' With interactiveOnly: false headings and texts count too.';
const SILENT_TOO = ' What says nothing, such as the empty cells of a board, is listed by its role, e.g. role: "cell".';

export const getPageElements = defineTool({
  name: 'getPageElements',
  needsIde: 'unless-app',
  scope: 'read',
  title: 'List page elements',
  summary:
    'List what can be used on the page: ref, role, name, [state], = value; of similar ones the place. The ref can be used as the locator in actions.',
  input: {
    filter: z.string().max(200).optional().describe('Part of role, name or value, ignoring case'),
    role: ElementRole.optional().describe('e.g. button'),
    within: LocatorText.optional().describe('Locator: only below it'),
    interactiveOnly: z.boolean().optional().describe('false: headings and texts too; default true'),
    limit: z
      .number()
      .int()
      .min(1)
      .max(MOST_ELEMENTS)
      .optional()
      .describe('How many at most; default: what is short to read, some of each run of like items'),
    boxes: z.boolean().optional().describe('With position and size'),
    locators: z.boolean().optional().describe('With the locator that each ref means'),
    actor: ActorInput,
  },
  output: z.strictObject({
    elements: z.array(ElementView),
    total: z.number().int(),
    omitted: z.string().optional(),
    hint: z.string().optional(),
    hasLocators: z.boolean().optional().describe('Whether they were asked for'),
  }),
  errors: ['app-not-open', 'page-misbehaved', 'timeout', 'locator-not-found'],
  examples: [{}, { role: 'button' }, { filter: 'basket' }],
  hints: { openWorld: true },
  // As lines the elements cost a model a third of the same as JSON.
  present: ({ elements, total, hasLocators, omitted, hint }) => {
    const lines = elementLines(elements, { locators: hasLocators });
    const end = [omitted, hint].flatMap(text => text ?? []);
    return [
      { type: 'text', text: [...lines, ...(total === 0 && end.length === 0 ? ['Nothing matches.'] : end)].join('\n') },
    ];
  },
  async run({ within, interactiveOnly = true, limit, boxes = false, filter, role, locators, actor }, context) {
    const query = {
      filter,
      role,
      within: within === undefined ? undefined : parseLocator(within),
      interactiveOnly,
      limit,
      boxes,
    };
    const listing = await windowOf(actingAs(context, actor))
      .elements(query, limitsOf(context))
      .catch((error: unknown) => {
        throw renameField(error, field => (field === 'locator' ? 'within' : field));
      });
    const { elements, total, silentFrames, leftOutFrames } = listing;
    const omitted = [
      ...(elements.length < total ? [omissionOf(listing)] : []),
      ...(silentFrames.length === 0 ? [] : [`${silentFrames.join(', ')} did not answer; what is in there is missing.`]),
      ...(leftOutFrames === undefined ? [] : [surplusOf(leftOutFrames)]),
    ];
    const hint = total === 0 && role === undefined ? { hint: hintFor(interactiveOnly) } : {};
    const { listedElements } = context.project;
    const named = elements.map(element => ({ ...element, ref: listedElements.refOf(element) }));
    const asked = locators === true ? { hasLocators: true } : {};
    return {
      elements: named,
      total,
      ...(omitted.length === 0 ? {} : { omitted: omitted.join(' ') }),
      ...hint,
      ...asked,
    };
  },
});

const hintFor = (interactiveOnly: boolean): string => `${NOTHING_FITS}${interactiveOnly ? TEXTS_TOO : ''}${SILENT_TOO}`;

function omissionOf({ elements, total, runs }: ElementListing): string {
  const cut = runs.map(({ role, count, shown }) => `${shown} of ${count} ${role}s`);
  const shown = cut.length === 0 ? '' : `; ${cut.join(', ')} are shown`;
  const all = `limit: ${Math.min(total, MOST_ELEMENTS)} shows ${total > MOST_ELEMENTS ? 'as many' : 'all'}`;
  return `${total - elements.length} more${shown}. ${all}; filter, role and within narrow the list.`;
}

const surplusOf = ({ first, count }: NonNullable<ElementListing['leftOutFrames']>): string =>
  `${count} frames more were not looked into; within: ${first === undefined ? 'the locator of one' : `"${first}"`} looks into that one.`;

export const pickElement = defineTool({
  name: 'pickElement',
  scope: 'write',
  title: 'Pick an element',
  summary:
    'Get the element that a person points at in the live view of the IDE, or in the tab that is lent, with its locator. After 25 s the call goes on as a job; cancelJob gives up.',
  input: { actor: ActorInput },
  output: z.strictObject({ element: ElementView, url: ObservedText.describe('Of the page that it is on') }),
  errors: ['app-not-open', 'ide-not-open', 'run-in-progress', 'stopped', 'timeout', 'locator-not-found'],
  hints: { openWorld: true },
  async run({ actor }, context) {
    await refuseDuringRun(context);
    const window = windowOf(actingAs(context, actor));
    const found = await window.pick({ signal: context.signal });
    const element = { ...found, ref: context.project.listedElements.refOf(found) };
    return { element, url: window.url() ?? '' };
  },
});

export const getScreenshot = defineTool({
  name: 'getScreenshot',
  needsIde: 'unless-app',
  scope: 'read',
  title: 'Take a screenshot',
  summary: 'Take a picture of the page in the app window, or of one element; secrets are covered in grey.',
  input: {
    target: WindowTarget,
    fullPage: z.boolean().optional().describe('Beyond the viewport too'),
    locator: LocatorText.optional().describe('Only this element'),
    format: z.enum(['jpeg', 'png']).optional().describe('Default: jpeg'),
    maxWidth: z.number().int().min(16).max(4_096).optional().describe('Pixels at most; default 1280'),
    as: z.enum(['data', 'file']).optional().describe('data (default): base64; file: its path and url instead'),
    actor: ActorInput,
  },
  output: z.strictObject({
    mimeType: z.string(),
    width: z.number(),
    height: z.number(),
    base64: z.string().optional(),
    path: z.string().optional().describe('On the machine of the service'),
    url: z.string().optional().describe('Needs the token, as every address of the service'),
    note: z.string().optional().describe('What in it may show secrets, e.g. a canvas'),
  }),
  errors: [
    'app-not-open',
    'ide-not-open',
    'page-error',
    'page-misbehaved',
    'timeout',
    'locator-not-found',
    'disk-full',
    'read-only',
  ],
  examples: [{}, { fullPage: true, format: 'png' }, { as: 'file' }],
  hints: { openWorld: true },
  present: ({ base64, mimeType, ...rest }) => [
    ...(base64 === undefined ? [] : [{ type: 'image', data: base64, mimeType } as const]),
    { type: 'text', text: JSON.stringify({ mimeType, ...rest }) },
  ],
  async run({ target, ideId, actor, ...input }, caller) {
    const context = actingAs(caller, actor);
    const { fullPage = false, locator, format = 'jpeg', maxWidth = 1_280, as = 'data' } = input;
    const window = await watchedWindow(context, { target, ideId });
    const request = { fullPage, locator: locator === undefined ? undefined : parseLocator(locator), format, maxWidth };
    const { bytes, ...picture } = await window.screenshot(request, limitsOf(context));
    if (as === 'data') return { ...picture, base64: Buffer.from(bytes).toString('base64') };
    const { screenshots, url, projectId } = context.project;
    const { name, path } = await screenshots.keep(bytes, picture.mimeType);
    return {
      ...picture,
      path,
      ...(url === undefined ? {} : { url: `${url}/api/screenshots/${name}?projectId=${projectId}` }),
    };
  },
});
