/** What code says of the browser: of that of whole tests, and what it changes in the midst of one. */
import { TestBrowser } from '../../model/project/test-browser.ts';
import { isContext, pageOf } from './codegen-objects.ts';
import { keyOf } from './codegen-patterns.ts';
import { type CodegenCall, type Node, type Reader, textOf } from './codegen-reader.ts';
import { withReason } from './codegen-settle.ts';
import { numberOf, resolved, stringOf } from './codegen-values.ts';

/** Numbers, texts, lists and objects that are spelled out; undefined for all else. */
function spelledOut(reader: Reader, given: Node | null | undefined, depth = 0): unknown {
  if (given === null || given === undefined || depth > MOST_DEPTH) return undefined;
  const node = resolved(reader, given);
  if (node.type === 'BooleanLiteral') return node.value;
  if (node.type === 'ArrayExpression') return node.elements.map(each => spelledOut(reader, each, depth + 1));
  if (node.type === 'ObjectExpression')
    return Object.fromEntries(
      node.properties.map(part => [
        part.type === 'ObjectProperty' ? (keyOf(part) ?? '') : textOf(reader, part),
        part.type === 'ObjectProperty' ? spelledOut(reader, part.value, depth + 1) : undefined,
      ]),
    );
  return numberOf(reader, node) ?? stringOf(reader, node);
}

const MOST_DEPTH = 4;

const objectIn = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;

/** Options of `test.use` by the names that they have here. */
const SAME_NAME: readonly string[] = [
  ...['locale', 'colorScheme', 'userAgent', 'permissions', 'offline', 'javaScriptEnabled', 'viewport', 'geolocation'],
];
const RENAMED: Readonly<Record<string, string>> = { timezoneId: 'timezone', hasTouch: 'touch' };

/** What an option of `test.use` says of the browser; undefined where it is about something else, or not readable. */
export function usedBrowser(reader: Reader, name: string, given: Node): TestBrowser | undefined {
  if (name === 'contextOptions') return ofContext(reader, given);
  const field = SAME_NAME.includes(name) ? name : RENAMED[name];
  return field === undefined ? undefined : read({ [field]: withoutAccuracy(spelledOut(reader, given)) });
}

function ofContext(reader: Reader, given: Node): TestBrowser | undefined {
  const options = objectIn(spelledOut(reader, given)) ?? {};
  const names = ['reducedMotion', 'forcedColors', 'contrast'];
  return Object.keys(options).every(name => names.includes(name)) ? read(options) : undefined;
}

/** `...devices['iPhone 13']`, also by a name that stands for it. */
export function usedDevice(reader: Reader, spread: Node): TestBrowser | undefined {
  const node = resolved(reader, spread);
  if (node.type !== 'MemberExpression' || textOf(reader, node.object) !== 'devices') return undefined;
  const device = node.computed ? stringOf(reader, node.property) : undefined;
  return device === undefined ? undefined : read({ device });
}

const withoutAccuracy = (value: unknown): unknown => {
  const { accuracy: _accuracy, ...others } = objectIn(value) ?? {};
  return 'accuracy' in (objectIn(value) ?? {}) ? others : value;
};

function read(fields: Record<string, unknown>): TestBrowser | undefined {
  const found = TestBrowser.safeParse(fields);
  return found.success && Object.values(found.data).every(value => value !== undefined) ? found.data : undefined;
}

type Emulated = (value: unknown, rest: readonly unknown[]) => Record<string, unknown> | undefined;

const position: Emulated = value => {
  const { latitude, longitude } = objectIn(value) ?? {};
  return latitude === undefined ? undefined : { latitude, longitude };
};

const OF_PAGE: Readonly<Record<string, Emulated>> = {
  setViewportSize: value => objectIn(value),
  emulateMedia: value => objectIn(value),
};

const OF_CONTEXT: Readonly<Record<string, Emulated>> = {
  setGeolocation: position,
  setOffline: value => (typeof value === 'boolean' ? { network: value ? 'offline' : 'online' } : undefined),
  grantPermissions: (permissions, [origin]) =>
    Array.isArray(permissions) && origin === undefined ? { permissions } : undefined,
  clearPermissions: () => ({ permissions: [] }),
};

/** `page.setViewportSize(…)`, `context.setOffline(true)`; undefined where the call is about something else. */
export function emulatingCall(reader: Reader, { owner, name, args }: CodegenCall): boolean | undefined {
  const isOfPage = pageOf(reader, owner) !== undefined;
  const isOfContext = isContext(reader, owner);
  const table = isOfPage ? OF_PAGE : OF_CONTEXT;
  const make = (isOfPage || isOfContext) && Object.hasOwn(table, name) ? table[name] : undefined;
  if (make === undefined) return undefined;
  const [value, ...rest] = args.map(each => spelledOut(reader, each) ?? UNREAD);
  if (name === 'grantPermissions' && isOfClipboard(value)) return true;
  const fields = make(value, rest);
  if (fields === undefined || Object.values(fields).some(each => each === undefined || each === null)) {
    withReason(reader, 'Its values are known only when the code runs, or are taken back, which “Emulate” cannot do.');
    return false;
  }
  reader.actions.push({ type: 'emulate', ...fields });
  return true;
}

/** The action that uses the clipboard permits itself to. */
const isOfClipboard = (value: unknown): boolean =>
  Array.isArray(value) && value.every(name => name === 'clipboard-read' || name === 'clipboard-write');

/** Unlike an argument that is not there. */
const UNREAD = Symbol('unread');
