import { describe, expect, it } from 'vitest';
import type { Feature } from '../../../model/feature/feature.ts';
import { areCodesOf, matchFeatures } from '../../../model/feature/match-features.ts';
import { FeatureCode } from '../../../model/names/codes.ts';
import { type FeaturesFile, NO_FEATURES } from '../../../model/project/features-file.ts';

interface Written {
  name?: string;
  key?: string;
  scenarios?: readonly (string | { name: string; key: string })[];
}

const keyed = (key: string | undefined) => (key === undefined ? [] : [key]);

function feature({ name = 'Basket', key, scenarios = [] }: Written): Feature {
  const all = scenarios.map((one, index) => {
    const { name: title, key: own } = typeof one === 'string' ? { name: one, key: undefined } : one;
    return { name: title, keyword: 'Scenario', line: index + 1, tags: [], issueKeys: keyed(own), steps: [] };
  });
  return { name, keyword: 'Feature', tags: [], issueKeys: keyed(key), scenarios: all };
}

/** The codes after the files became what is given; a file without a feature cannot be read. */
function become(before: FeaturesFile, files: Record<string, Written | undefined>): FeaturesFile {
  let last = before.features.length;
  const found = Object.entries(files).map(([file, written]) => ({
    source: { file, text: '', hash: JSON.stringify(written ?? 'broken') },
    feature: written && feature(written),
  }));
  return matchFeatures(before, found, () => FeatureCode.parse(`f${++last}`));
}

const codes = ({ features }: FeaturesFile) =>
  Object.fromEntries(features.filter(({ gone }) => !gone).map(({ file, featureCode }) => [file, featureCode]));
const scenarioCodes = ({ features }: FeaturesFile) =>
  Object.fromEntries(
    features.flatMap(({ scenarios }) => scenarios.filter(({ gone }) => !gone).map(each => [each.name, each.scenario])),
  );

describe('the codes of features', () => {
  it('the code of a feature follows its issue key under another name and file', () => {
    const before = become(NO_FEATURES, { 'a.feature': { name: 'Old', key: 'SHOP-1' }, 'b.feature': { name: 'Other' } });
    const now = become(before, { '1_new.feature': { name: 'New', key: 'SHOP-1' }, 'b.feature': { name: 'Other' } });
    expect(codes(now)).toEqual({ '1_new.feature': 'f1', 'b.feature': 'f2' });
  });

  it('the code of a feature follows its exact name when files change places', () => {
    const before = become(NO_FEATURES, { '1.feature': { name: 'One' }, '2.feature': { name: 'Two' } });
    expect(codes(become(before, { '1.feature': { name: 'Two' }, '2.feature': { name: 'One' } }))).toEqual({
      '1.feature': 'f2',
      '2.feature': 'f1',
    });
  });

  it('the code of a feature follows the file when neither key nor name is the same', () => {
    const before = become(NO_FEATURES, { 'a.feature': { name: 'One' } });
    expect(codes(become(before, { 'a.feature': { name: 'Uno' } }))).toEqual({ 'a.feature': 'f1' });
  });

  it('features that share the key of a requirement keep their own codes', () => {
    const files = { '1.feature': { name: 'One', key: 'REQ-1' }, '2.feature': { name: 'Two', key: 'REQ-1' } };
    const before = become(NO_FEATURES, files);
    const swapped = { '8.feature': { name: 'Two', key: 'REQ-1' }, '9.feature': { name: 'One', key: 'REQ-1' } };
    expect(codes(become(before, swapped))).toEqual({ '8.feature': 'f2', '9.feature': 'f1' });
  });

  it('a feature that comes back gets its old code again, even under another file name', () => {
    const before = become(NO_FEATURES, { 'a.feature': { name: 'One' }, 'b.feature': { name: 'Two' } });
    const without = become(before, { 'b.feature': { name: 'Two' } });
    expect(codes(without)).toEqual({ 'b.feature': 'f2' });
    const back = become(without, { 'b.feature': { name: 'Two' }, 'c.feature': { name: 'One' } });
    expect(codes(back)).toEqual({ 'b.feature': 'f2', 'c.feature': 'f1' });
  });

  it('a new feature never gets the code of a deleted one', () => {
    const before = become(NO_FEATURES, { 'a.feature': { name: 'One' } });
    expect(codes(become(become(before, {}), { 'z.feature': { name: 'Nine' } }))).toEqual({ 'z.feature': 'f2' });
  });

  it('the codes of a feature and its scenarios stay when the file cannot be read for a while', () => {
    const file = { name: 'One', scenarios: ['A', 'B'] };
    const broken = become(become(NO_FEATURES, { 'a.feature': file }), { 'a.feature': undefined });
    expect(broken.features[0]).toMatchObject({ featureCode: 'f1', name: 'One', scenarios: [{}, {}] });
    expect(scenarioCodes(become(broken, { 'a.feature': file }))).toEqual({ A: 'f1.s1', B: 'f1.s2' });
  });

  it('the stored codes count as current until a file changes', () => {
    const given = become(NO_FEATURES, { 'a.feature': { name: 'One' } });
    const hash = JSON.stringify({ name: 'One' });
    expect(areCodesOf(given, [{ file: 'a.feature', text: '', hash }])).toBe(true);
    expect(areCodesOf(given, [{ file: 'a.feature', text: '', hash: 'other' }])).toBe(false);
    expect(areCodesOf(given, [])).toBe(false);
  });
});

describe('the codes of scenarios', () => {
  const edited = (from: NonNullable<Written['scenarios']>, to: NonNullable<Written['scenarios']>) =>
    scenarioCodes(
      become(become(NO_FEATURES, { 'a.feature': { scenarios: from } }), { 'a.feature': { scenarios: to } }),
    );

  it('the code of a scenario follows its issue key, then its name', () => {
    const from = [{ name: 'A', key: 'T-1' }, 'B', 'C'];
    const to = ['C', 'B', { name: 'Renamed', key: 'T-1' }];
    expect(edited(from, to)).toEqual({ C: 'f1.s3', B: 'f1.s2', Renamed: 'f1.s1' });
  });

  it('the code of a renamed scenario follows its place between known ones', () => {
    expect(edited(['A', 'B', 'C'], ['A', 'Bee', 'C'])).toEqual({ A: 'f1.s1', Bee: 'f1.s2', C: 'f1.s3' });
  });

  it('a scenario inserted between known ones gets a new code', () => {
    expect(edited(['A', 'B'], ['A', 'New', 'B'])).toEqual({ A: 'f1.s1', New: 'f1.s3', B: 'f1.s2' });
  });

  it('scenarios with the same name get separate codes in their order', () => {
    const { features } = become(NO_FEATURES, { 'a.feature': { scenarios: ['A', 'A'] } });
    expect(features[0]?.scenarios.map(({ scenario }) => scenario)).toEqual(['f1.s1', 'f1.s2']);
  });

  it('the code of a deleted scenario is not reused, but returns when the scenario comes back', () => {
    const first = become(NO_FEATURES, { 'a.feature': { scenarios: ['A', 'B'] } });
    const without = become(first, { 'a.feature': { scenarios: ['A'] } });
    const more = become(without, { 'a.feature': { scenarios: ['A', 'C'] } });
    expect(scenarioCodes(more)).toEqual({ A: 'f1.s1', C: 'f1.s3' });
    const back = become(more, { 'a.feature': { scenarios: ['B', 'A', 'C'] } });
    expect(scenarioCodes(back)).toEqual({ B: 'f1.s2', A: 'f1.s1', C: 'f1.s3' });
  });
});
