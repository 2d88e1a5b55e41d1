/** Values and ways of code of Playwright that are known before it runs. */
import { expect, test } from 'vitest';
import { imported } from '../../support/imported-tests.ts';
import { openShop } from '../../support/shop.ts';

async function actionsOf(body: string, before = '') {
  await using shop = await openShop();
  const text = `${before}\ntest('works', async ({ page, request, baseURL }) => {\n${body}\n});`;
  const [made] = await imported(shop.author, 'playwright-codegen', text);
  return made?.actions;
}

const filled = (...values: string[]) => values.map(value => ({ type: 'fill', value }));

test('variables that get other values have them from there on', async () => {
  const body = `
    let total = 0; total += 5;
    await page.getByLabel('A').fill(\`\${total}\`);
    total = total * 2;
    await page.getByLabel('A').fill(String(total));
    let at = 1; at++;
    const names = ['b', 'a']; names.push('c');
    const user = { name: 'Ann', city: 'Rome' }; user.city = 'Oslo';
    await page.getByLabel('A').fill(names.map(one => one.toUpperCase()).join('-') + at);
    await page.getByLabel('A').fill(JSON.stringify({ ...user, age: 3 }));
    await page.getByLabel('A').fill(' x '.trim().padStart(3, '0') + 'a,b'.split(',').length);`;
  expect(await actionsOf(body)).toMatchObject(
    filled('5', '10', 'B-A-C2', '{"name":"Ann","city":"Oslo","age":3}', '00x2'),
  );
});

test('only the way that is taken is imported', async () => {
  const body = `
    const isMac = process.platform === 'darwin';
    await page.keyboard.press(isMac ? 'Meta+A' : 'Control+A');
    const never = false && true;
    if (never) await page.getByText('never').click();
    if (1 + 1 === 2) await page.getByLabel('A').fill('two'); else await page.getByText('never').click();
    const kind: string = 'b';
    switch (kind) { case 'a': await page.getByText('never').click(); break; case 'b': await page.getByLabel('A').fill('sw'); break; }
    let left = 2;
    while (left > 0) { await page.getByLabel('A').fill('left ' + left); left--; }
    for (let i = 4; i > 0; i -= 2) { if (i === 2) continue; await page.getByLabel('A').fill('i' + i); }
    try { await page.getByLabel('A').fill('try'); } catch (error) { await page.getByText('never').click(); } finally { await page.getByLabel('A').fill('last'); }
    if (left === 0) return;
    await page.getByText('never').click();`;
  expect(await actionsOf(body)).toMatchObject([
    { type: 'press', key: 'Control+A' },
    ...filled('two', 'sw', 'left 2', 'left 1', 'i4', 'try', 'last'),
  ]);
});

test('functions have default parameters and give values, also from steps', async () => {
  const body = `
    const go = async (n: string, times = 2) => { for (let i = 0; i < times; i++) await page.getByLabel('A').fill(n + i); return 'r' + n; };
    const given = await go('q');
    await page.getByLabel('A').fill(given);
    const step = await test.step('inner', async () => { await page.reload(); return 's'; });
    await page.getByLabel('A').fill(step);
    const rows = (name: string) => { const all = page.getByRole('row'); return all.filter({ hasText: name }); };
    await rows('Lamp').click();`;
  expect(await actionsOf(body)).toMatchObject([
    ...filled('q0', 'q1', 'rq'),
    { type: 'group', title: 'inner' },
    { type: 'reload' },
    { type: 'end' },
    ...filled('s'),
    { type: 'click', locator: "getByRole('row').filter({ hasText: 'Lamp' })" },
  ]);
});

test('what is changed by code that is not understood is unknown from there on', async () => {
  const body = `
    let name = 'Ann'; let other = 'Bob';
    unknown(() => { name = 'Eve'; });
    if (await page.getByText('Taken').isVisible()) { other = 'Max'; }
    await page.getByLabel('A').fill(name);
    await page.getByLabel('A').fill(other);
    await page.getByLabel('A').fill('known');`;
  expect(await actionsOf(body)).toMatchObject([
    { type: 'comment', disabled: true },
    { type: 'if', matcher: 'toBeVisible' },
    { type: 'end' },
    { type: 'comment', disabled: true, text: expect.stringContaining('fill(name)') },
    { type: 'comment', disabled: true, text: expect.stringContaining('fill(other)') },
    { type: 'fill', value: 'known' },
  ]);
});

test('values that differ each time are variables wherever they are used', async () => {
  const body = `
    const id = 'u' + Date.now();
    await page.getByLabel('A').fill(id);
    await page.goto(\`\${baseURL}/users/\${id}\`);
    await expect(async () => { await expect(page.getByText(id)).toBeVisible(); }).toPass();`;
  expect(await actionsOf(body)).toMatchObject([
    { type: 'script', into: 'id' },
    ...filled('{{ id }}'),
    { type: 'visit', url: '/users/{{ id }}' },
    { type: 'assert', matcher: 'toBeVisible' },
  ]);
});

test('made-up values are made up in each run, and values of scripts are checked and taken apart', async () => {
  const body = `
    const mail = faker.internet.email();
    await page.getByLabel('A').fill(mail);
    await expect(page.getByText(mail)).toBeVisible();
    const { width } = await page.evaluate(() => ({ width: innerWidth }));
    expect(width).toBeLessThan(600);`;
  expect(await actionsOf(body)).toMatchObject([
    { type: 'script', into: 'mail', code: expect.stringContaining('@example.com') },
    ...filled('{{ mail }}'),
    { type: 'assert', locator: "getByText('{{ mail }}')" },
    { type: 'script', into: 'value' },
    { type: 'assert', matcher: 'toPassScript', expected: '{{ $number(value.width) < $number("600") }}' },
  ]);
});

test('older calls, lists of texts and waits for answers have their counterparts', async () => {
  const body = `
    await page.dragAndDrop('#a', '#b');
    await expect(page.locator('li')).toContainText(['a', /b/]);
    await expect(page.locator('select')).toHaveValues(['x']);
    const [answer] = await Promise.all([page.waitForResponse('**/x'), page.click('#b')]);
    const handle = await page.$('#x');
    await handle?.click();
    expect(await page.locator('#y').evaluate(element => element.textContent)).toBe('q');`;
  expect(await actionsOf(body)).toMatchObject([
    { type: 'drag', locator: "locator('#a')", target: "locator('#b')" },
    { matcher: 'toHaveCount', locator: "locator('li').filter({ hasText: 'a' })", expected: '0', not: true },
    { matcher: 'toHaveCount', locator: "locator('li').filter({ hasText: /b/ })", expected: '0', not: true },
    { matcher: 'toHaveValue', locator: "locator('select')", expected: 'x' },
    { type: 'click', locator: "locator('#b')" },
    { type: 'expectRequest', url: '**/x' },
    { type: 'click', locator: "locator('#x').first()" },
    { matcher: 'toHaveText', locator: "locator('#y')", expected: 'q' },
  ]);
});

test('requests hold what is checked of their answers, and their answers are used', async () => {
  const body = `
    const response = await request.post('/api/users', { data: { name: 'Ann', tags: ['a'] }, params: { dry: true }, headers: { 'X-A': 'b' } });
    expect(response.status()).toBe(201);
    const made = await response.json();
    expect(made.name).toBe('Ann');
    expect(made).toMatchObject({ tags: ['a'], owner: { id: 3 } });
    await page.goto(\`/users/\${made.id}\`);
    await expect(await page.request.get('/api/health')).toBeOK();`;
  expect(await actionsOf(body)).toMatchObject([
    {
      ...{ type: 'request', method: 'POST', url: '/api/users?dry=true', headers: { 'X-A': 'b' }, into: 'response' },
      ...{ body: '{"name":"Ann","tags":["a"]}', expectStatus: '201' },
      expectBody: 'body.name = "Ann" and body.tags = ["a"] and body.owner.id = 3',
    },
    { type: 'visit', url: '/users/{{ response.body.id }}' },
    { type: 'request', method: 'GET', url: '/api/health', expectStatus: '2xx' },
  ]);
});

test('code that grows or computes without end is refused', async () => {
  await using shop = await openShop();
  const bodies = [
    `let a = 'x'; while (true) { a += a; }`,
    `let i = 0; while (i < 1) { i += 0; }`,
    `const f0 = async () => {}; ${Array.from({ length: 25 }, (_, at) => `const f${at + 1} = async () => { await f${at}(); await f${at}(); };`).join(' ')} await f25();`,
    `const f = n => f(n + 1); await page.goto(f(0)); for (;;) { if (1 > 2) break; }`,
  ];
  for (const body of bodies)
    expect(
      await shop.author.client.failure('importTests', {
        format: 'playwright-codegen',
        text: `test('x', async ({ page }) => { ${body} });`,
      }),
    ).toMatchObject({ data: { reason: 'invalid-params', field: 'text' } });
});
