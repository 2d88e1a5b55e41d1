import { expect, it } from 'vitest';
import { Features } from '../../ide/app/features.ts';
import { EMPTY_VIEW } from '../../ide/app/state.ts';
import { createIdeStore } from '../../ide/app/store.ts';
import type { FeatureEntry } from '../../ide/app/tool-replies.ts';
import { FeatureCode, ProjectId, ScenarioCode } from '../../model/names/codes.ts';
import { ProjectSnapshot } from '../../model/protocol/channel/project-view.ts';
import { emptySnapshot } from './project-views.ts';

const scenario = (code: string, text: string) => ({
  scenario: ScenarioCode.parse(code),
  name: code,
  keyword: 'Scenario',
  issueKeys: [],
  steps: [{ index: 0, keyword: 'Given ', text }],
});

const feature = (number: number, revision: string, texts: readonly string[]): FeatureEntry => ({
  featureCode: FeatureCode.parse(`f${number}`),
  name: `Feature ${number}`,
  file: `${number}.feature`,
  issueKeys: [],
  revision,
  scenarios: texts.map((text, at) => scenario(`f${number}.s${at + 1}`, text)),
});

/** The features of a page on a service that has some. */
async function followed(first: readonly FeatureEntry[]) {
  const store = createIdeStore(EMPTY_VIEW);
  let stored = first;
  const headers = () => Object.fromEntries(stored.map(({ file, revision }) => [file, { revision }]));
  const take = () => {
    const value = ProjectSnapshot.parse({ ...emptySnapshot(), features: headers() });
    const projectId = ProjectId.parse('shop');
    store.update(state => ({ ...state, project: { projectId, snapshot: { phase: 'ready', value } } }));
  };
  const getFeatures = async ({ feature: file }: { feature?: string | undefined }) => ({
    features: stored.filter(each => file === undefined || each.file === file),
  });
  const features = new Features({ store, getFeatures });
  take();
  await features.follow();
  return {
    lit: () => Object.keys(store.getState().marks),
    async change(next: readonly FeatureEntry[], by?: string) {
      const files = next.filter(each => !stored.includes(each)).map(({ file }) => file);
      stored = next;
      take();
      await features.follow(by === undefined ? undefined : { files, by });
    },
  };
}

const ONE = feature(1, 'a', ['the shop is open', 'it rains']);

it('changes by others are highlighted: the feature, its changed scenario, and a new feature', async () => {
  const page = await followed([ONE]);
  expect(page.lit()).toEqual([]);
  await page.change([feature(1, 'b', ['the shop is open', 'it snows']), feature(2, 'a', ['I wish'])], 'an agent');
  expect(page.lit()).toEqual(['f1', 'f1.s2', 'f2']);
});

it("the user's own changes are not highlighted", async () => {
  const page = await followed([ONE]);
  await page.change([feature(1, 'b', ['it snows', 'it rains'])]);
  expect(page.lit()).toEqual([]);
});

it('a feature that a sync has changed is highlighted even if its text is the same', async () => {
  const page = await followed([ONE]);
  await page.change([{ ...ONE }], 'a sync');
  expect(page.lit()).toEqual(['f1']);
});
