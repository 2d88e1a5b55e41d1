// @module-tag full
import { expect, test } from 'vitest';
import { servePages } from '../support/serve-pages.ts';
import { showIde } from './open-page.ts';
import { Person } from './person.ts';
import { expectRows, useApp } from './shared-app.ts';

const shop = useApp({ isAnew: true });

const PAGE = `<!doctype html><html lang="en"><title>Own shop</title>
  <style>* { margin: 0; font: 20px sans-serif } form > *, h1 { position: absolute; left: 100px; width: 400px; height: 60px }</style>
  <h1 style="top: 20px">Welcome</h1>
  <form onsubmit="event.preventDefault(); document.querySelector('h1').textContent = 'Hello ' + user.value">
  <input id="user" aria-label="User name" style="top: 100px">
  <input type="password" aria-label="Password" style="top: 180px"><button style="top: 260px">Sign in</button></form>`;

test('a browser alone leads from the first page to a test of a sign-in with an assertion that passes, in at most 25 interactions', {
  timeout: 400_000,
}, async () => {
  await using pages = await servePages({ '/': PAGE });
  const page = await showIde(shop.app, '/projects');
  const person = new Person(page);
  await person.click('New project');
  await person.fill('Name', 'Own');
  await person.fill('App address', pages.url);
  await person.click('Create');
  await page.getByText('Your first test, “Open Own shop”, passed.').waitFor();
  await person.click('New module or test');
  await person.click('New test', 'menuitem');
  await page.getByRole('tree').getByRole('textbox').waitFor();
  await person.type('Sign in as Ann');
  await person.press('Enter');
  await page.getByRole('heading', { name: /Sign in as Ann/ }).waitFor();
  await page.locator('canvas').waitFor();
  await person.click('Record');
  await page.getByRole('button', { name: 'Stop (1 action)' }).waitFor();
  await person.point(130);
  await person.type('Ann');
  await page.getByRole('button', { name: 'Stop (2 actions)' }).waitFor();
  await person.point(210);
  await person.type('sesame');
  await page.getByRole('button', { name: 'Stop (3 actions)' }).waitFor();
  await person.point(290);
  await page.getByRole('button', { name: 'Stop (4 actions)' }).waitFor();
  await person.click('Stop (4 actions)');
  await person.click('Point and do');
  await page.getByText('Click an element · Esc to leave').waitFor();
  await person.point(40);
  await person.click('Check text');
  await expectRows(page, [
    /Go to/,
    /Type.*env\.user/,
    /Type.*secret\.password/,
    /Click.*Sign in/,
    /Check that.*Hello Ann/,
  ]);
  await person.click('Run');
  await page.getByRole('toolbar', { name: 'Run' }).getByText('passed').waitFor();
  expect(person.count).toBeLessThanOrEqual(25);
});
