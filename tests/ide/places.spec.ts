import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isInProject, type Place, type ProjectPlace } from '../../ide/app/places.ts';
import { ActionId, ModuleCode, ProjectId, TestCode, VersionId } from '../../model/names/codes.ts';
import { screens } from './screens.ts';

const code = <Code>(letter: string, schema: { parse(text: string): Code }) =>
  fc.integer({ min: 1, max: 999 }).map(number => schema.parse(`${letter}${number}`));
const word = fc.string({ minLength: 1, maxLength: 20, unit: 'binary' }).filter(text => !/\p{Cs}/u.test(text));
const where = {
  projectId: fc.constantFrom('shop', 'a-1_b').map(text => ProjectId.parse(text)),
  versionId: fc.option(
    fc.constantFrom('main', 'release-2-0').map(text => VersionId.parse(text)),
    { nil: undefined },
  ),
};

const anyPlace: fc.Arbitrary<Place> = fc.oneof(
  fc.constantFrom<Place>({ tab: 'start' }, { tab: 'projects' }),
  fc.record<ProjectPlace>({ ...where, tab: fc.constant('modules') }),
  fc.record<ProjectPlace>({ ...where, tab: fc.constant('modules'), moduleId: code('m', ModuleCode) }),
  fc.record<ProjectPlace>({
    ...where,
    tab: fc.constant('modules'),
    moduleId: code('m', ModuleCode),
    testId: code('t', TestCode),
    actionId: fc.option(code('a', ActionId), { nil: undefined }),
  }),
  fc.record<ProjectPlace>({
    ...where,
    tab: fc.constant('features'),
    feature: word,
    scenario: word,
    filter: fc.constantFrom(undefined, '@a and not @b', 'größer & <b>=?#%', ' '),
    shown: fc.constantFrom(undefined, 'red', 'failed'),
  }),
  fc.record<ProjectPlace>({
    ...where,
    tab: fc.constant('runs'),
    runId: word,
    isReport: fc.constant(true),
    dialog: fc.constantFrom(undefined, 'upload'),
  }),
  fc.record<ProjectPlace>({
    ...where,
    tab: fc.constant('runs'),
    runId: word,
    step: fc.constantFrom(undefined, '2', '2.3.1', '1.before.2', '1.in1.3'),
    dialog: fc.constantFrom(undefined, 'picture'),
  }),
  fc.record<ProjectPlace>({ ...where, tab: fc.constant('settings'), section: word }),
);

const read = (path: string): Place => {
  const url = new URL(path, 'http://page');
  return screens.read(url.pathname, url.search);
};

test('every place is read back from its own address', () => {
  fc.assert(
    fc.property(anyPlace, place => {
      // Dots alone are taken for a way up by every browser.
      fc.pre(!/\/\.{1,2}(\/|$)/.test(screens.pathOf(place)));
      expect(read(screens.pathOf(place))).toEqual(place);
    }),
  );
});

test('any address is read as some place without an error', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (path, search) => {
      expect(screens.read(`/${path}`, search).tab).toBeTypeOf('string');
    }),
  );
});

test.each([
  ['/p/shop/main/modules/m1/t2?action=a7', { tab: 'modules', moduleId: 'm1', testId: 't2', actionId: 'a7' }],
  ['/p/shop/main', { tab: 'modules' }],
  ['/p/shop/main/modules/m1?action=a7', { tab: 'modules', moduleId: 'm1', actionId: undefined }],
  ['/p/shop/main/features?filter=%40smoke&shown=red', { tab: 'features', filter: '@smoke', shown: 'red' }],
  ['/p/shop/main/features?shown=all&filter=', { tab: 'features', filter: undefined, shown: undefined }],
  ['/p/shop/main/runs/r5', { tab: 'runs', runId: 'r5' }],
  ['/p/shop/main/runs/r5?step=2.1', { tab: 'runs', runId: 'r5', step: '2.1' }],
  ['/p/shop/main/runs/r5?dialog=upload', { tab: 'runs', runId: 'r5', dialog: 'upload' }],
  ['/p/shop/main/ci?suite=t7&env=staging', { tab: 'ci', ci: { suite: 't7', environment: 'staging' } }],
  ['/p/shop/main/ci?test=t1&scenario=f1.s2&tags=%40a', { tab: 'ci', ci: { codes: ['t1', 'f1.s2'], tags: '@a' } }],
  ['/p/shop/main/runs/r5/report', { tab: 'runs', runId: 'r5', isReport: true }],
])('the address %s shows what it names', (path, shown) => {
  expect(read(path)).toMatchObject({ projectId: 'shop', versionId: 'main', ...shown });
});

test.each([
  '/p/Shop/main/modules',
  '/p/shop/main/ci/t1',
  '/p/shop/main/modules/t1',
  '/p/shop/main/modules/m1/t1/a1',
  '/p/shop/main/runs/r1/x',
  '/p/%E0%A4%A/main',
  '/admin',
])('the address %s is not known', path => {
  expect(read(path)).toEqual({ tab: 'unknown' });
});

const here = read('/p/shop/main/modules/m1/t2?action=a7');

test('a destination is completed from the current place', () => {
  expect(screens.placeOf({ selection: { moduleId: ModuleCode.parse('m4') } }, here)).toEqual({
    tab: 'modules',
    projectId: 'shop',
    versionId: 'main',
    moduleId: 'm4',
  });
  expect(screens.placeOf({ tab: 'runs' }, here)).toMatchObject({ tab: 'runs', projectId: 'shop', versionId: 'main' });
  expect(screens.placeOf({ selection: { feature: 'f1', scenario: 'f1.s2' } }, here)).toMatchObject({
    tab: 'features',
    feature: 'f1',
    scenario: 'f1.s2',
  });
  expect(screens.placeOf({ path: '/p/shop/main/settings' }, { tab: 'start' })).toMatchObject({ tab: 'settings' });
  expect(screens.placeOf({ tab: 'projects' }, here)).toEqual({ tab: 'projects' });
});

test('a destination in another project leaves its version open', () => {
  const place = screens.placeOf({ projectId: ProjectId.parse('other') }, here);
  expect(place).toMatchObject({ projectId: 'other', versionId: undefined });
  expect(place !== undefined && isInProject(place) && screens.pathOf(place)).toBe('/p/other/-/modules');
});

test('a destination without a view has no place', () => {
  expect(screens.placeOf({ tab: 'ci' }, here)).toMatchObject({ tab: 'ci', projectId: 'shop' });
  expect(screens.placeOf({ path: '/nowhere' }, here)).toBeUndefined();
  expect(screens.placeOf({ tab: 'modules' }, { tab: 'start' })).toBeUndefined();
});
