import { z } from 'zod';
import { TextValue } from '../names/codes.ts';
import {
  cookieDomainFault,
  cookieNameFault,
  cookiePathFault,
  cookieRightsFault,
  cookieValueFault,
} from '../values/cookie.ts';
import { patternFault } from '../values/pattern.ts';
import { pointInTimeFault } from '../values/point-in-time.ts';
import { literalText } from '../values/template.ts';
import { defineActionKind } from './define-action-kind.ts';
import { type FieldFault, literalFault } from './field-fault.ts';
import { FIELDS, MEANINGS } from './fields.ts';
import { fieldPart, type Sentence, say } from './sentence.ts';

const PLACES = { cookie: 'cookie', localStorage: 'local storage', sessionStorage: 'session storage' };
const OPERATIONS = ['set', 'read', 'check', 'remove', 'clear'] as const;
type StorageOperation = (typeof OPERATIONS)[number];

/** `asks` must be given, `takes` may be. */
interface OperationFields {
  asks: readonly string[];
  takes: readonly string[];
}

const FIELDS_OF: Readonly<Record<StorageOperation, OperationFields>> = {
  set: { asks: ['name', 'value'], takes: [] },
  read: { asks: ['name', 'into'], takes: [] },
  check: { asks: ['name'], takes: ['expected', 'not'] },
  remove: { asks: ['name'], takes: [] },
  clear: { asks: [], takes: [] },
};
const OF_COOKIES: readonly string[] = ['domain', 'path', 'expires', 'httpOnly', 'secure', 'sameSite'];
const OWN_FIELDS: readonly string[] = ['name', 'value', 'into', 'expected', 'not', ...OF_COOKIES];

function fieldsFor(of: unknown, operation: unknown): OperationFields | undefined {
  const known = OPERATIONS.find(each => each === operation);
  if (known === undefined) return undefined;
  const { asks, takes } = FIELDS_OF[known];
  if (of !== 'cookie') return { asks, takes };
  return { asks, takes: [...takes, ...(known === 'set' ? OF_COOKIES : ['domain'])] };
}

/** Cookies are those of the window, of whatever site; the storages are those of the site that the current tab shows. */
export const storage = defineActionKind({
  type: 'storage',
  label: 'Storage',
  alsoCalled: ['cookie', 'cookies', 'localstorage', 'sessionstorage', 'token'],
  isSpecial: true,
  isLook: true,
  fields: {
    of: z
      .enum(['cookie', 'localStorage', 'sessionStorage'])
      .describe('What is stored there')
      .register(MEANINGS, { label: 'Storage', choices: PLACES }),
    operation: z
      .enum(OPERATIONS)
      .describe('What is done with it')
      .register(MEANINGS, { label: 'Do', choices: { read: 'store as a variable', clear: 'remove all' } }),
    name: FIELDS.name.optional(),
    value: FIELDS.value.optional(),
    expected: FIELDS.expected.optional(),
    not: FIELDS.not.optional(),
    into: FIELDS.into.optional(),
    domain: TextValue.describe('Site of the cookie; default: that of the page, else of the app').optional(),
    path: TextValue.describe('Default: /').optional(),
    expires: TextValue.describe('e.g. 2030-12-31; default: when the window closes').optional(),
    httpOnly: z.boolean().describe('Hidden from scripts of the page').optional(),
    secure: z.boolean().describe('Sent on https only').optional(),
    sameSite: z.enum(['Strict', 'Lax', 'None']).describe('Whether other sites may send it; default: Lax').optional(),
  },
  title: action => {
    const { of, operation, name = '', value = '', into = '', expected, not } = action;
    const item = fieldPart('name', name);
    const place = fieldPart('of', PLACES[of]);
    const which = of === 'cookie' ? say`the ${place} “${item}”` : say`“${item}” of the ${place}`;
    switch (operation) {
      case 'set':
        return say`Set ${which} to “${fieldPart('value', value)}”`;
      case 'read':
        return say`Store ${which} as ${fieldPart('into', into)}`;
      case 'check':
        return say`Check that ${which} ${wanted(expected, not)}`;
      case 'remove':
        return say`Remove ${which}`;
      case 'clear':
        return of === 'cookie' ? say`Remove all ${fieldPart('of', 'cookies')}` : say`Empty the ${place}`;
    }
  },
  uses: ({ of, operation }) => {
    const found = fieldsFor(of, operation);
    if (found === undefined) return {};
    const { asks, takes } = found;
    // A check without a text to expect is rare.
    const asked = takes.includes('expected') ? [...asks, 'expected'] : asks;
    return { asks: asked, without: OWN_FIELDS.filter(name => !asks.includes(name) && !takes.includes(name)) };
  },
  fault: action => {
    const given: Readonly<Record<string, unknown>> = action;
    const { asks = [], takes = [] } = fieldsFor(action.of, action.operation) ?? {};
    const what = `storage "${action.operation}" of ${action.of === 'cookie' ? 'a cookie' : `the ${PLACES[action.of]}`}`;
    const missing = asks.find(name => given[name] === undefined);
    if (missing !== undefined) return { field: missing, message: `${what} needs "${missing}"` };
    const needless = OWN_FIELDS.find(
      name => given[name] !== undefined && !asks.includes(name) && !takes.includes(name),
    );
    if (needless !== undefined) return { field: needless, message: `${what} takes no "${needless}"` };
    return literalFault('expected', action.expected, patternFault) ?? cookieFault(action);
  },
});

function wanted(expected: string | undefined, not = false): Sentence {
  const verb = fieldPart('not', not ? 'is not' : 'is');
  return expected === undefined ? say`${verb} there` : say`${verb} “${fieldPart('expected', expected)}”`;
}

interface CookieFields {
  of: string;
  name?: string | undefined;
  value?: string | undefined;
  domain?: string | undefined;
  path?: string | undefined;
  expires?: string | undefined;
  secure?: boolean | undefined;
  sameSite?: string | undefined;
}

function cookieFault(action: CookieFields): FieldFault | undefined {
  if (action.of !== 'cookie') return undefined;
  const { name, value, domain, path, expires, secure, sameSite } = action;
  const literal = { name: literalOf(name) ?? '', domain: literalOf(domain), path: literalOf(path), secure, sameSite };
  return (
    literalFault('name', name, cookieNameFault) ??
    literalFault('value', value, cookieValueFault) ??
    literalFault('domain', domain, cookieDomainFault) ??
    literalFault('path', path, cookiePathFault) ??
    literalFault('expires', expires, pointInTimeFault) ??
    (value === undefined ? undefined : cookieRightsFault(literal))
  );
}

const literalOf = (template: string | undefined): string | undefined =>
  template === undefined ? undefined : literalText(template);
