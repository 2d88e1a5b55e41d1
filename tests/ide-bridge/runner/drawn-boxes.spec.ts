import { describe, expect, test } from 'vitest';
import { states, useRunner } from './runner-fixture.ts';

const STYLE = `<style>
  label { display: inline-flex; position: relative; padding: 4px 4px 4px 30px; }
  input { position: absolute; left: 4px; top: 4px; width: 16px; height: 16px; margin: 0; opacity: 0; }
  .drawn { position: absolute; left: 2px; top: 2px; width: 20px; height: 20px; background: silver; }
</style>`;
const drawn = (field: string, text: string) => `<label>${field}<span class="drawn"></span>${text}</label>`;

const runner = useRunner({
  '/drawn': `<title>Drawn</title>${STYLE}${drawn('<input type="checkbox">', 'News <a href="/gone">read it</a>')}
    ${drawn('<input type="radio" name="size" checked>', 'Small')}${drawn('<input type="radio" name="size">', 'Large')}
    <div style="height: 3000px"></div>${drawn('<input type="checkbox">', 'Far')}
    <x-box></x-box><script>
    document.querySelector('x-box').attachShadow({ mode: 'open' }).innerHTML =
      ${JSON.stringify(STYLE + drawn('<input type="checkbox">', 'Inside'))};</script>`,
  '/floating': `<title>Floating</title><style>
    div { position: relative; height: 40px; } label { position: absolute; inset: 0; } input { width: 100%; }</style>
    <div><input id="name"><label for="name">Name</label></div>`,
  '/covered': `<title>Covered</title><label><input type="checkbox">Terms</label>
    <div style="position: fixed; inset: 0; background: white"></div>`,
});

const field = (name: string, role = 'checkbox') => `getByRole('${role}', { name: '${name}' })`;
const ticked = (locator: string, not = false) => ({ type: 'assert', matcher: 'toBeChecked', locator, not });

describe('a field with a box drawn over it by its label', () => {
  test('a checkbox or radio button under a drawn box is ticked and unticked where people click', () =>
    runner.passes([
      { type: 'visit', url: '/drawn' },
      { type: 'check', locator: field('News') },
      ticked(field('News')),
      { type: 'check', locator: field('News') },
      ticked(field('News')),
      { type: 'uncheck', locator: field('News') },
      ticked(field('News'), true),
      { type: 'check', locator: field('Large', 'radio') },
      ticked(field('Large', 'radio')),
      { type: 'check', locator: field('Far') },
      ticked(field('Far')),
      { type: 'check', locator: field('Inside') },
      ticked(field('Inside')),
      { type: 'assert', matcher: 'toHaveTitle', expected: 'Drawn' },
    ]));

  test('a click reaches a field that its label covers, whatever the locator', { tags: ['full'] }, () =>
    runner.passes([
      { type: 'visit', url: '/drawn' },
      { type: 'click', locator: field('News') },
      ticked(field('News')),
      { type: 'click', locator: "getByLabel('Large')" },
      ticked(field('Large', 'radio')),
      { type: 'click', locator: "locator('x-box input')" },
      ticked(field('Inside')),
      { type: 'visit', url: '/floating' },
      { type: 'click', locator: "getByRole('textbox', { name: 'Name' })" },
      { type: 'assert', matcher: 'toBeFocused', locator: '#name' },
    ]),
  );

  test('a checkbox covered by another element is neither ticked nor clicked', { tags: 'full' }, async () => {
    const { actions } = await runner.run([
      { type: 'visit', url: '/covered' },
      { type: 'check', locator: field('Terms'), timeoutMs: 4_000, onFailure: 'continue' },
      { type: 'click', locator: field('Terms'), timeoutMs: 4_000 },
    ]);
    expect(states(actions)).toEqual(['passed', 'error', 'error']);
    for (const { error } of actions.slice(1)) expect(error?.message).toContain('is covered by <div');
  });
});
