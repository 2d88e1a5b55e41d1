import { readFile, rm } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InjectedScript } from '../../../ide-bridge/page/engine/injected-script.ts';
import { CLOCKED_PARTS } from '../../../ide-bridge/playwright/clock-scripts.ts';
import { readCoreBundle, requireCoreBundle } from '../../../ide-bridge/playwright/core-bundle.ts';
import { MOUSE_PARTS } from '../../../ide-bridge/playwright/drag-mouse.ts';
import {
  CONTEXT_PARTS,
  FRAME_PARTS,
  type FramePart,
  isTraced,
  PAGE_PARTS,
  type Progress,
  type RequestPart,
} from '../../../ide-bridge/playwright/engine-parts.ts';
import { EXPECTING_PARTS } from '../../../ide-bridge/playwright/expect-aria.ts';
import { lostPlaces } from '../../../ide-bridge/playwright/faster-streamer.ts';
import { implOf, LINK_PARTS, NeededParts } from '../../../ide-bridge/playwright/impl-of.ts';
import { HANDLE_PARTS, hearInputActions, INSTRUMENTED_PARTS } from '../../../ide-bridge/playwright/input-actions.ts';
import { playwrightLibrary } from '../../../ide-bridge/playwright/playwright-library.ts';
import { REDIRECTING_PARTS } from '../../../ide-bridge/playwright/redirect-navigation.ts';
import { CHANNEL_PARTS } from '../../../ide-bridge/playwright/register-engine.ts';
import { whyUnknown } from '../../../ide-bridge/playwright/release.ts';
import {
  BUNDLE_PARTS,
  FAILED_PARTS,
  LOADER_PARTS,
  newTraceLoader,
  REQUEST_PARTS,
  STORAGE_PARTS,
  STYLE_ATTRIBUTES,
} from '../../../ide-bridge/playwright/trace-library.ts';
import {
  CLIENT_PARTS,
  ContextTracing,
  STATE_PARTS,
  TRACING_PARTS,
  type TracedFrame,
} from '../../../ide-bridge/playwright/tracing.ts';
import { TRANSPORT_PARTS } from '../../../ide-bridge/playwright/transport.ts';
import {
  callInUtility,
  OBJECT_PARTS,
  objectIdOf,
  type UtilityWorld,
  WORLD_PARTS,
} from '../../../ide-bridge/playwright/utility-world.ts';
import { sharedBrowser } from '../../support/browser.ts';
import { streamerScript } from './streamer-script.ts';

/** Each list is of what the installed Playwright lacks, by name, so that an update tells at once what is gone. */
const NOTHING: readonly string[] = [];

let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  browser = await sharedBrowser();
  context = await browser.newContext();
  page = await context.newPage();
  await page.setContent('<button>Go</button>');
});
afterAll(() => context.close());

function framePart(): FramePart {
  const frame = implOf(page.mainFrame());
  if (!FRAME_PARTS.areIn(frame)) throw new Error(`A frame lacks ${FRAME_PARTS.missingIn(frame)}.`);
  return frame;
}

const tracingPart = (): unknown => Reflect.get(Object(implOf(context)), 'tracing');

type PartKinds<Name extends string = string> = Readonly<Record<Name, 'function' | 'number' | 'object' | 'string'>>;

/** The compiler asks for what is added to these interfaces. */
const PROGRESS: PartKinds<keyof Progress> = { timeout: 'number', log: 'function', race: 'function', wait: 'function' };
const REQUEST: PartKinds<keyof RequestPart> = { isNavigationRequest: 'function', frame: 'function' };
const TRACED_FRAME: PartKinds<keyof TracedFrame> = {
  guid: 'string',
  _page: 'object',
  mainContext: 'function',
  nonStallingRawEvaluateInExistingMainContext: 'function',
};

const lacking = (value: unknown, kinds: PartKinds): string[] =>
  Object.entries(kinds).flatMap(([name, kind]) => (typeof Reflect.get(Object(value), name) === kind ? [] : [name]));

describe('the installed Playwright has every part that is used of', () => {
  test('its release, which is the known one', () => {
    expect(whyUnknown(context)).toBeUndefined();
  });

  test('its interface, by which what is behind it is reached', () => {
    for (const each of [browser, context, page, page.mainFrame()]) expect(LINK_PARTS.missingIn(each)).toEqual(NOTHING);
    expect(CLIENT_PARTS.missingIn(context)).toEqual(NOTHING);
    expect(CHANNEL_PARTS.missingIn(context)).toEqual(NOTHING);
    expect(EXPECTING_PARTS.missingIn(page.mainFrame())).toEqual(NOTHING);
    expect(EXPECTING_PARTS.missingIn(page.getByRole('button'))).toEqual(NOTHING);
  });

  test('contexts, frames and their pages, the mouse and the way from the browser', () => {
    expect(CONTEXT_PARTS.missingIn(implOf(context))).toEqual(NOTHING);
    expect(CLOCKED_PARTS.missingIn(implOf(context))).toEqual(NOTHING);
    expect(FRAME_PARTS.missingIn(implOf(page.mainFrame()))).toEqual(NOTHING);
    expect(PAGE_PARTS.missingIn(implOf(page))).toEqual(NOTHING);
    expect(MOUSE_PARTS.missingIn(implOf(page))).toEqual(NOTHING);
    expect(TRANSPORT_PARTS.missingIn(implOf(browser))).toEqual(NOTHING);
  });

  test('routes, which send a navigation elsewhere', async () => {
    const other = await context.newPage();
    let lacks: readonly string[] | undefined;
    await other.route('**/routed', async route => {
      lacks = REDIRECTING_PARTS.missingIn(route);
      await route.abort();
    });
    await other.goto('http://localhost/routed').catch(() => {});
    await other.close();
    expect(lacks).toEqual(NOTHING);
  });

  test('elements and the actions on them, of which it tells before it acts', async () => {
    await using button = await page.getByRole('button').elementHandle();
    expect(HANDLE_PARTS.missingIn(implOf(Object(button)))).toEqual(NOTHING);
    expect(INSTRUMENTED_PARTS.missingIn(implOf(context))).toEqual(NOTHING);
    const told: unknown[] = [];
    hearInputActions(Object(implOf(context)), async ({ method, frame }, progress) => {
      told.push(method, frame, lacking(progress, PROGRESS));
    });
    await page.getByRole('button').click();
    expect(told).toEqual(['click', implOf(page.mainFrame()), NOTHING]);
  });
});

/** Calls as the value of a name; tells what is missing in it. */
const missing = (kinds: PartKinds): string =>
  `Object.entries(${JSON.stringify(kinds)}).filter(([path, kind]) => {
    const found = path.split('.').reduce((value, name) => value?.[name], own);
    return found === null || typeof found !== kind;
  }).map(([path]) => path)`;

describe('the installed Playwright has in pages every part that is used of', () => {
  const SCRIPT: PartKinds<keyof InjectedScript> = {
    window: 'object',
    document: 'object',
    utils: 'object',
    onGlobalListenersRemoved: 'object',
    parseSelector: 'function',
    querySelectorAll: 'function',
    checkDeprecatedSelectorUsage: 'function',
    markTargetElements: 'function',
    elementState: 'function',
    checkElementStates: 'function',
    expectArray: 'function',
    expectSingleElement: 'function',
    focusNode: 'function',
    fill: 'function',
    selectOptions: 'function',
    previewNode: 'function',
    retarget: 'function',
    expectHitTarget: 'function',
    setupHitTargetInterceptor: 'function',
    describeIFrameStyle: 'function',
    ariaSnapshotJSON: 'function',
    _engines: 'object',
    _checkElementIsStable: 'function',
  };

  const LIBRARY: PartKinds = {
    'utils.getAriaRole': 'function',
    'utils.getElementAccessibleNameText': 'function',
  };

  let world: UtilityWorld;

  const inScript = async (code: string): Promise<unknown> => {
    const objectId = objectIdOf(await world.injectedScript());
    const functionDeclaration = `function () { const own = this; return ${code}; }`;
    const { result } = await callInUtility(world, {
      objectId,
      functionDeclaration,
      arguments: [],
      returnByValue: true,
    });
    return result.value;
  };

  beforeAll(async () => {
    world = await framePart().context('utility');
  });

  test('the world in which its script is', async () => {
    expect(WORLD_PARTS.missingIn(world)).toEqual(NOTHING);
    expect(OBJECT_PARTS.missingIn(await world.injectedScript())).toEqual(NOTHING);
  });

  test('its script, with which elements are found, awaited and named', async () => {
    const builtins = ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'performance.now'];
    const kinds: PartKinds = {
      ...SCRIPT,
      ...LIBRARY,
      '_engines.get': 'function',
      'onGlobalListenersRemoved.add': 'function',
      ...Object.fromEntries(builtins.map(name => [`utils.builtins.${name}`, 'function'] as const)),
    };
    expect(await inScript(missing(kinds))).toEqual(NOTHING);
  });

  test('its snapshots for agents, which leave with each element how they called it', async () => {
    const mark = `(script => {
      script.ariaSnapshotJSON(script.document.body, { mode: 'ai' });
      const own = script.document.querySelector('button');
      return ${missing({ '_ariaRef.ref': 'string', '_ariaRef.role': 'string', '_ariaRef.name': 'string' })};
    })(own)`;
    expect(await inScript(mark)).toEqual(NOTHING);
  });

  test('its library, which the recorder has by itself', async () => {
    const own = `(${playwrightLibrary('data-testid')})()`;
    expect(await page.evaluate(`(own => ${missing({ ...LIBRARY, remember: 'function' })})(${own})`)).toEqual(NOTHING);
    expect(await page.evaluate(`(${own}).remember(() => 'in its caches')`)).toBe('in its caches');
  });
});

describe('the installed Playwright has every part that is used of its traces:', () => {
  test('the script that takes pages, at each place where ours is put into it, and by the names that ours uses', () => {
    const script = streamerScript();
    expect(lostPlaces(script)).toEqual(NOTHING);
    const names = [
      ...['kCachedData', 'ensureCachedData', 'kValueAttribute', 'kCheckedAttribute', 'snapshotStreamer'],
      ...['snapshotNumber', 'nodeCounter', 'visitNode', 'nodeName', 'shadowDomNesting'],
      ...['this._nativeFirstChild', 'this._nativeNextSibling'],
    ];
    expect(names.filter(name => !script.includes(name))).toEqual(NOTHING);
  });

  test('the call with which its own tests look into actions, which is left to it', () => {
    expect(readCoreBundle()).toContain('.startsWith("__testHook")');
  });

  test('the reader, and where pages that it draws have their styles', () => {
    expect(BUNDLE_PARTS.missingIn(requireCoreBundle())).toEqual(NOTHING);
    expect(LOADER_PARTS.missingIn(newTraceLoader())).toEqual(NOTHING);
    const bundle = readCoreBundle();
    expect(STYLE_ATTRIBUTES.filter(name => !bundle.includes(name))).toEqual(NOTHING);
  });

  test('the recorder of a context, what it puts into the page, and what it writes of requests, as the reader tells it', async () => {
    expect(TRACING_PARTS.missingIn(tracingPart())).toEqual(NOTHING);
    const tracing = ContextTracing.of(context);
    if (tracing === undefined) throw new Error('The tracing of the context is unknown.');
    expect(ContextTracing.of(context)).toBe(tracing);
    await tracing.begin({
      isKept: () => true,
      around: (_phase, own) => own(),
      frame: (frame, isLast) => tracing.takeFrame(frame, false, isLast),
    });
    expect(STATE_PARTS.missingIn(tracingPart())).toEqual(NOTHING);
    expect(isTraced(framePart())).toBe(true);
    // The other specs have their page as it is.
    const other = await context.newPage();
    await other.route('**', route =>
      route.request().url().endsWith('/tea') ? route.fulfill({ body: 'Tea' }) : route.abort(),
    );
    const [sent] = await Promise.all([other.waitForRequest('**/tea'), other.goto('http://shop.invalid/tea')]);
    expect(lacking(implOf(sent), REQUEST)).toEqual(NOTHING);
    expect(lacking(implOf(other.mainFrame()), TRACED_FRAME)).toEqual(NOTHING);
    await other.evaluate("fetch('/gone').catch(() => {})");
    const streamer = "window[Object.keys(window).find(name => name.startsWith('__playwright_snapshot_streamer'))]";
    const kinds: PartKinds = { captureSnapshot: 'function', markIframe: 'function', _targetGeneration: 'number' };
    expect(await other.evaluate(`(own => ${missing(kinds)})(${streamer})`)).toEqual(NOTHING);

    const { entries, networkFile } = await tracing.end();
    expect(isTraced(framePart())).toBe(false);
    const texts = await Promise.all(
      entries.map(async ({ name, value }) => [name, await readFile(value, 'utf8')] as const),
    );
    for (const file of [networkFile, ...entries.map(({ value }) => value)]) if (file) await rm(file, { force: true });
    const files = new Map(texts);
    const loader = newTraceLoader();
    await loader.load({
      entryNames: async () => [...files.keys()],
      hasEntry: async name => files.has(name),
      readText: async name => files.get(name),
      readBlob: async () => undefined,
      isLive: () => false,
    });
    expect(STORAGE_PARTS.missingIn(loader.storage())).toEqual(NOTHING);
    const [answered, failed] = loader.contextEntries.flatMap(({ resources }) => resources);
    expect(REQUEST_PARTS.missingIn(answered)).toEqual(NOTHING);
    expect(FAILED_PARTS.missingIn(failed)).toEqual(NOTHING);
  });
});

test('what is gone is told by its path, also within what is gone, and so is what has become something else', () => {
  const needed = new NeededParts({ function: ['_page.close', '_name'], string: ['_page.guid'], object: ['_page'] });
  const whole = { _name: () => '', _page: { guid: 'page@1', close() {} } };
  expect(needed.missingIn(whole)).toEqual([]);
  expect(needed.areIn(whole)).toBe(true);
  expect(needed.missingIn({ _name: 'Tea', _page: { guid: null } })).toEqual(['_page.close', '_name', '_page.guid']);
  expect(needed.missingIn(undefined)).toEqual(['_page.close', '_name', '_page.guid', '_page']);
  expect(needed.areIn({ ...whole, _page: null })).toBe(false);
});
