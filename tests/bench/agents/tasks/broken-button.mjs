import { page } from '../pages.mjs';
import { batch } from '../peers/agent-browser.mjs';
import { chain } from '../peers/playwright-cli.mjs';
import { tool } from '../peers/playwright-mcp.mjs';
import { verbs } from '../peers/steploom.mjs';
import { refOf } from '../refs.mjs';

export const BUTTONS = [
  'Refresh prices',
  'Sync stock',
  'Send reminders',
  'Archive orders',
  'Rebuild search',
  'Check links',
];

const pathOf = name => `/api/${name.toLowerCase().replace(' ', '-')}`;

const tile = name => `<section><h2>${name}</h2><p>Last run yesterday at 18:04.</p>
<button data-path="${pathOf(name)}">${name}</button></section>`;

const panel = () =>
  page(
    'Maintenance',
    `<p>Nightly jobs can be started by hand.</p>${BUTTONS.map(tile).join('')}<h2>Log</h2><ul id="log"></ul>`,
    `document.querySelector('main').addEventListener('click', async ({ target }) => {
  if (!target.dataset.path) return;
  const { result } = await send(target.dataset.path);
  document.querySelector('#log').insertAdjacentHTML('beforeend', '<li>' + target.textContent + ': ' + result.count + ' done</li>');
});`,
  );

const done = (_, at) => ({ json: { result: { count: 12 + at } } });
const broken = { status: 500, json: { error: 'no such column: orders.archived_at' } };

const scripts = {
  steploom: async ({ ask, url }) => {
    await ask(`steploom do open ${url}`);
    await ask(verbs(...BUTTONS.map(name => `click button "${name}"`), 'requests --failed'));
  },
  'agent-browser': async ({ ask, url }) => {
    const seen = await ask(batch(`open ${url}`, 'snapshot -i'));
    const clicks = BUTTONS.map(name => `click @${refOf(seen, 'button', name)}`);
    const requests = await ask(batch(...clicks, 'errors', 'console', 'network requests --type fetch'));
    const [, id] = /\[([\d.]+)\][^\n]* 500/.exec(requests);
    await ask(`agent-browser network request ${id} --json`);
  },
  'playwright-cli': async ({ ask, url }) => {
    const seen = await ask(chain(`open ${url}`, 'snapshot'));
    const clicks = BUTTONS.map(name => `click ${refOf(seen, 'button', name)}`);
    const requests = await ask(chain(...clicks, 'console error', 'requests'));
    const [, number] = /(\d+)\. [^\n]*500/.exec(requests);
    await ask(chain(`response-body ${number}`));
  },
  'playwright-mcp': async ({ ask, url }) => {
    await ask(tool('navigate', { url }));
    const seen = await ask(tool('snapshot'));
    for (const name of BUTTONS) await ask(tool('click', { target: refOf(seen, 'button', name) }));
    await ask(tool('console_messages', { level: 'error' }));
    const requests = await ask(tool('network_requests', { static: false }));
    const [, number] = /(\d+)\. [^\n]*500/.exec(requests);
    await ask(tool('network_request', { index: Number(number), part: 'response-body' }));
  },
};

/** One of six buttons does nothing: find it, and tell what its request was answered. */
export const brokenButton = {
  title: 'find the broken button',
  path: '/maintenance',
  routes: {
    'GET /maintenance': panel,
    ...Object.fromEntries(
      BUTTONS.map((name, at) => [`POST ${pathOf(name)}`, () => (name === 'Archive orders' ? broken : done(name, at))]),
    ),
  },
  proof: ['/api/archive-orders', '500', 'orders.archived_at'],
  scripts,
};
