import { expect, it } from 'vitest';
import { z } from 'zod';
import { EXPORTER } from '../../extension/devtools/exporter.ts';
import { openShop } from '../support/shop.ts';

const RECORDING = {
  title: 'Sign in',
  steps: [
    { type: 'setViewport', width: 1280, height: 720 },
    { type: 'navigate', url: 'https://shop.example/sign-in' },
    { type: 'change', value: 'ann {{x}}', selectors: [['aria/User name[role="textbox"]'], ['#user']] },
    { type: 'keyDown', key: 'Enter' },
    { type: 'keyUp', key: 'Enter' },
    { type: 'customStep', name: 'ours' },
  ],
};
const Imported = z.object({
  tests: z.array(z.object({ moduleCode: z.string(), testCode: z.string(), name: z.string() })),
});

it("a recording of Chrome's own panel is written as the test that the page imports", async () => {
  await using shop = await openShop();
  const { author } = shop;
  const importAs = async (format: string, text: string) => {
    const { tests } = await author.client.call('importTests', { format, text }, Imported);
    const [test] = tests;
    if (test === undefined) throw new Error('No test was imported.');
    const { name, ...place } = test;
    const actions = await author.actions(place);
    return { name, actions: actions.map(({ actionId: _id, ...action }) => action) };
  };
  const text = await EXPORTER.stringify(RECORDING);
  const pasted = await importAs('json', text);
  expect(pasted).toEqual(await importAs('chrome-recorder', JSON.stringify(RECORDING)));
  expect(pasted).toMatchObject({
    name: 'Sign in',
    actions: [
      { type: 'visit', url: 'https://shop.example/sign-in' },
      { type: 'fill', locator: "getByRole('textbox', { name: 'User name', exact: true })" },
      { type: 'press', key: 'Enter' },
      { type: 'comment', disabled: true },
    ],
  });
});

it('a single step is written as its action', async () => {
  const text = await EXPORTER.stringifyStep(RECORDING.steps[1]);
  expect(JSON.parse(text)).toEqual({ type: 'visit', url: 'https://shop.example/sign-in' });
  const sized = (width: number, height: number) => EXPORTER.stringifyStep({ type: 'setViewport', width, height });
  expect(JSON.parse(await sized(390, 844))).toEqual({ type: 'emulate', width: 390, height: 844 });
  expect(await sized(1280, 720)).toBe('');
});
