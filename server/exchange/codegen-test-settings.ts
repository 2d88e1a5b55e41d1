/** What code says of whole tests, of those of a block or of the file: options, tags, and whether they run. */
import { type ActionDraft, leftOut } from '../../model/exchange/test-drafts.ts';
import { nearestBrowser, type TestBrowser } from '../../model/project/test-browser.ts';
import { usedBrowser, usedDevice } from './codegen-emulated.ts';
import { keyOf } from './codegen-patterns.ts';
import { callOf, type Node, type Reader, textOf } from './codegen-reader.ts';
import { isSkipKnown, tellTestCall } from './codegen-skips.ts';
import { resolved, stringOf } from './codegen-values.ts';

/** Of inner blocks, the outer ones included. */
export interface TestSettings {
  browser: TestBrowser;
  /** By the name of the option. */
  leftOut: ReadonlyMap<string, ActionDraft>;
  notes: readonly string[];
  tags: readonly string[];
  isSkipped: boolean;
}

export const NO_SETTINGS: TestSettings = { browser: {}, leftOut: new Map(), notes: [], tags: [], isSkipped: false };

const OF_PROJECT = 'is a setting of the project, not of a test.';
const OF_PAGES = 'Pages see the browser as it is:';

const WHY: Readonly<Record<string, string>> = {
  proxy: `The proxy ${OF_PROJECT}`,
  ignoreHTTPSErrors: `Whether invalid certificates are accepted ${OF_PROJECT}`,
  testIdAttribute: `The test id attribute ${OF_PROJECT}`,
  baseURL: 'Relative addresses start from the address of the app that the project has.',
  storageState: 'It is not signed in by stored data: give the test a role.',
  httpCredentials: 'The server gets no user and password by itself.',
  extraHTTPHeaders: 'Requests of the page have the headers of the browser only.',
  isMobile: `${OF_PAGES} it is that of a desktop.`,
  deviceScaleFactor: `${OF_PAGES} its pixels are not scaled.`,
};

const CHANGES_NO_RESULT: readonly string[] = [
  ...['trace', 'screenshot', 'video', 'headless', 'channel', 'launchOptions', 'browserName', 'acceptDownloads'],
  ...['actionTimeout', 'navigationTimeout'],
];

/** Exported code has them. */
const IS_OURS = /^(?:baseURL: process\.env\.BASE_URL \?\?|actionTimeout: 10_000$|defaultBrowserType: 'chromium'$)/;
const IS_EMPTY = /^storageState:\s*(?:undefined|\{\s*cookies:\s*\[\],\s*origins:\s*\[\],?\s*\})$/;

/** What options of a context come to; `call` is what has them, as reasons name it. */
export function optionsUsed(
  reader: Reader,
  given: Node | undefined,
  call: 'test.use' | 'newContext' = 'test.use',
): Pick<TestSettings, 'browser' | 'leftOut' | 'notes'> {
  let browser: TestBrowser = {};
  const drafts = new Map<string, ActionDraft>();
  const notes: string[] = [];
  const node = given === undefined ? undefined : resolved(reader, given);
  const parts = node?.type === 'ObjectExpression' ? node.properties : [node].flatMap(one => one ?? []);
  for (const part of parts) {
    const code = textOf(reader, part);
    const name = part.type === 'ObjectProperty' ? (keyOf(part) ?? code) : code;
    if (IS_OURS.test(code) || IS_EMPTY.test(code)) continue;
    const said = browserIn(reader, part, name);
    if (said !== undefined) browser = nearestBrowser(browser, said);
    else if (CHANGES_NO_RESULT.includes(name))
      notes.push(`“${call}({ ${code} })” is not taken over: runs have settings of their own.`);
    else drafts.set(name, leftOut(`${call}({ ${code} })`, reasonOf(name, code)));
  }
  return { browser, leftOut: drafts, notes };
}

function browserIn(reader: Reader, part: Node, name: string): TestBrowser | undefined {
  if (part.type === 'ObjectProperty') return usedBrowser(reader, name, part.value);
  return part.type === 'SpreadElement' ? usedDevice(reader, part.argument) : usedDevice(reader, part);
}

function reasonOf(name: string, code: string): string {
  if (Object.hasOwn(WHY, name)) return WHY[name] ?? '';
  return /\bdevices\b/.test(code)
    ? 'Which device it is, is known only when the code runs.'
    : 'Tests have no such option, or its value is known only when the code runs.';
}

/** With what the statements of a block or a file say of their tests. */
export function settingsIn(reader: Reader, statements: readonly Node[], outer: TestSettings): TestSettings {
  const said = statements.map(statement => saidBy(reader, statement));
  const { notes, isSkipped } = reader.told;
  return [...said, { notes: [...notes], isSkipped }].reduce<TestSettings>(joined, outer);
}

function saidBy(reader: Reader, statement: Node): Partial<TestSettings> {
  const call = statement.type === 'ExpressionStatement' ? callOf(statement.expression) : undefined;
  const owner = call === undefined ? '' : textOf(reader, call.owner);
  if (call === undefined) return {};
  if (owner === 'test.describe' && call.name === 'configure') tellTestCall(reader, call);
  if (owner !== 'test' || isTitled(reader, call.args)) return {};
  if (call.name === 'use') return optionsUsed(reader, call.args[0]);
  reader.told.reason = undefined;
  if (isSkipKnown(reader, call) || tellTestCall(reader, call) || reader.told.reason === undefined) return {};
  const code = textOf(reader, statement);
  return { leftOut: new Map([[code, leftOut(code, reader.told.reason)]]) };
}

/** `test.skip('title', …)` is a test, `test.skip(condition)` is not. */
const isTitled = (reader: Reader, args: readonly Node[]): boolean =>
  args.length > 1 && stringOf(reader, args[0]) !== undefined;

const joined = (outer: TestSettings, inner: Partial<TestSettings>): TestSettings => ({
  browser: nearestBrowser(outer.browser, inner.browser),
  leftOut: new Map([...outer.leftOut, ...(inner.leftOut ?? [])]),
  notes: [...new Set([...outer.notes, ...(inner.notes ?? [])])],
  tags: [...new Set([...outer.tags, ...(inner.tags ?? [])])],
  isSkipped: outer.isSkipped || inner.isSkipped === true,
});

interface TitledCall {
  /** Such as `test.describe.skip`. */
  callee: string;
  title: string;
  args: readonly Node[];
}

const TOLD: Readonly<Record<string, string>> = {
  skip: 'The code skips it, so it is marked as skipped.',
  fixme: 'The code skips it as one to be mended, so it is marked as skipped.',
  fail: 'The code expects that it fails: here its failure counts.',
  only: 'The code runs only this: here the others run, too.',
};

/** With what a call of `test` or `test.describe` says itself. */
export function settingsOf(reader: Reader, { callee, title, args }: TitledCall, outer: TestSettings): TestSettings {
  const words = callee.split('.').slice(1);
  // Between the title and the function.
  const given = detailsOf(reader, args.length > 2 ? args[1] : undefined);
  return joined(outer, {
    notes: [...words.flatMap(word => (Object.hasOwn(TOLD, word) ? (TOLD[word] ?? []) : [])), ...given.notes],
    tags: [...(title.match(/@[^\s@,()]{1,100}/g) ?? []), ...given.tags],
    isSkipped: words.includes('skip') || words.includes('fixme'),
  });
}

/** `{ tag: ['@smoke'], annotation: … }` */
function detailsOf(reader: Reader, details: Node | undefined): Pick<TestSettings, 'notes' | 'tags'> {
  const node = details === undefined ? undefined : resolved(reader, details);
  const notes: string[] = [];
  const tags: string[] = [];
  for (const part of node?.type === 'ObjectExpression' ? node.properties : []) {
    const found = part.type === 'ObjectProperty' && keyOf(part) === 'tag' ? tagsOf(reader, part.value) : undefined;
    if (found === undefined) notes.push(`“${textOf(reader, part).slice(0, 200)}” of the test is not taken over.`);
    else tags.push(...found);
  }
  return { notes, tags };
}

function tagsOf(reader: Reader, given: Node): string[] | undefined {
  const node = resolved(reader, given);
  const texts = (node.type === 'ArrayExpression' ? node.elements : [node]).map(one =>
    one === null ? undefined : stringOf(reader, one),
  );
  const tags = texts.flatMap(text => (text !== undefined && /^@?[^\s@,()]{1,100}$/.test(text) ? [text] : []));
  return tags.length === texts.length ? tags : undefined;
}
