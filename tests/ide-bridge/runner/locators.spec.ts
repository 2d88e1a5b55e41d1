import { expect, test } from 'vitest';
import { useRunner } from './runner-fixture.ts';

const BUTTON = `<button onclick="this.textContent = 'Pressed'">`;
const SHADOW = `<div id="host"></div><script>
  const outer = document.getElementById('host').attachShadow({ mode: 'open' });
  outer.innerHTML = '<section></section>';
  const inner = outer.firstChild.attachShadow({ mode: 'open' });
  inner.innerHTML = '<button>In the shadow</button><input aria-label="Deep">';
  inner.querySelector('button').onclick = event => { event.target.textContent = 'Pressed'; };
</script>`;

const runner = useRunner({
  '/frames': '<title>Frames</title><iframe name="outer" src="/outer"></iframe>',
  '/outer': '<h1>Outer</h1><iframe title="Inner" src="/inner"></iframe>',
  '/inner': `<h1>Inner</h1>${BUTTON}Deep inside</button><input aria-label="Code">`,
  '/late-frame': `<title>Late</title><script>setTimeout(() => {
      document.body.innerHTML = '<iframe name="outer" src="/inner"></iframe>';
    }, 1500)</script>`,
  '/shadow': `<title>Shadow</title>${SHADOW}`,
  '/late': `<title>Late</title><script>
    setTimeout(() => document.body.insertAdjacentHTML('beforeend', \`${BUTTON}Soon</button>\`), 300);
    setTimeout(() => document.body.insertAdjacentHTML('beforeend', \`${BUTTON}Later</button>\`), 1500);
  </script>`,
  '/names': `<title>Names</title>${BUTTON}It's "quoted" \\ here</button>${BUTTON}Plain</button>
    <div id="a.b">dotted</div><p data-testid="row 1">First</p>`,
});

const visit = (url: string) => ({ type: 'visit', url });
const click = (locator: string) => ({ type: 'click', locator });
const text = (locator: string, expected: string) => ({ type: 'assert', matcher: 'toHaveText', locator, expected });

test('elements in nested frames are reached', { tags: ['full'] }, async () => {
  const inner = "frameLocator('[name=outer]').frameLocator('[title=Inner]')";
  await runner.passes([
    visit('/frames'),
    text("frameLocator('[name=outer]').locator('h1')", 'Outer'),
    click(`${inner}.getByRole('button', { name: 'Deep inside' })`),
    text(`${inner}.getByRole('button')`, 'Pressed'),
    { type: 'fill', locator: `${inner}.getByLabel('Code')`, value: '42' },
    { type: 'extract', from: 'value', locator: `${inner}.getByLabel('Code')`, into: 'code' },
    { type: 'assert', matcher: 'toPassScript', expected: '{{code}} === 42' },
  ]);
});

test('a run waits for a frame that appears late', { tags: ['full'] }, () =>
  runner.passes([visit('/late-frame'), click("locator('[name=outer]').contentFrame().getByRole('button')")]),
);

test('elements in open shadow trees are reached', () =>
  runner.passes([
    visit('/shadow'),
    click("getByRole('button', { name: 'In the shadow' })"),
    text('#host button', 'Pressed'),
    { type: 'fill', locator: "getByLabel('Deep')", value: 'x' },
    { type: 'assert', matcher: 'toHaveValue', locator: "getByLabel('Deep')", expected: 'x' },
  ]));

test('a run waits for elements that appear late', () =>
  runner.passes([
    visit('/late'),
    click("getByRole('button', { name: 'Soon' })"),
    click("getByText('Later')"),
    { type: 'assert', matcher: 'toHaveCount', locator: "getByText('Pressed')", expected: 2 },
  ]));

test('values in a locator find their text whatever quotes they contain', () =>
  runner.passes([
    visit('/names'),
    { type: 'script', code: `\`It's "quoted" \\\\ here\``, into: 'label' },
    { type: 'script', code: '"row 1"', into: 'row' },
    { type: 'script', code: '"a\\\\.b"', into: 'id' },
    text("getByTestId('{{row}}')", 'First'),
    text('#{{id}}', 'dotted'),
    click("getByRole('button', { name: '{{label}}', exact: true })"),
    text('getByRole(\'button\').filter({ hasText: \'{{ "Pl" & "ain" }}\' })', 'Plain'),
  ]));

test('the error shows the selector together with the value that breaks it', async () => {
  const { error } = await runner.fails([
    visit('/names'),
    { type: 'script', code: '"["', into: 'bad' },
    // The page is busy for longer than the element is waited for.
    { type: 'script', code: 'setTimeout(() => { const until = Date.now() + 1500; while (Date.now() < until); })' },
    { type: 'click', locator: '#{{bad}}', timeoutMs: 500 },
  ]);
  expect(error.message).toBe('The locator #[ cannot be read: “#[” is not a CSS selector.');
});

test('a value may stand anywhere in a locator', () =>
  runner.passes([
    visit('/names'),
    { type: 'script', code: '({ index: 1, name: "Plain", role: "button", yes: true, part: "(quoted" })', into: 'it' },
    text('getByRole({{ it.role }}).nth({{ it.index }})', 'Plain'),
    text("getByRole('button', { name: {{ it.name }}, exact: {{ it.yes }} })", 'Plain'),
    text("getByText('{{ it.name = 'Plain' ? 'Plain' : 'x' }}')", 'Plain'),
    text("getByText({{ $join(['Pl', 'ain'], '') }}).filter({ visible: {{ it.yes }} })", 'Plain'),
  ]));

test('a value in a regular expression of a locator or an assertion stands for itself', () =>
  runner.passes([
    visit('/names'),
    { type: 'script', code: '"(a.b/c"', into: 'part' },
    { type: 'script', code: 'document.querySelector("p").textContent = "1 (a.b/c 2"', into: 'ignored' },
    text('getByText(/^1 {{ part }} \\d$/)', '/^\\d {{ part }} 2$/'),
    { ...text('getByText(/{{ part }}/i)', '/{{ $replace(part, ".", "x") }}/'), not: true },
  ]));

test('a value that does not fit its place in a locator is told', async () => {
  const failed = await runner.fails([
    visit('/names'),
    { type: 'script', code: '"two"', into: 'index' },
    click("getByRole('button').nth({{ index }})"),
  ]);
  expect(failed.error.message).toContain("getByRole('button').nth('two')");
  expect(failed.error.message).toContain('a whole number');
});
