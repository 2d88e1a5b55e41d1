import { choice, field, page } from '../pages.mjs';
import { batch } from '../peers/agent-browser.mjs';
import { chain } from '../peers/playwright-cli.mjs';
import { tool } from '../peers/playwright-mcp.mjs';
import { verbs } from '../peers/steploom.mjs';
import { refOf } from '../refs.mjs';

const settings = () =>
  page(
    'Profile',
    `<p>What other customers see of you.</p><form id="profile">${field('Display name', 'name', 'value="Dana"')}
${field('Town', 'town', 'value="Bristol"')}${choice('Language', 'language', ['English', 'French', 'German'])}
<p><label><input type="checkbox" name="news"> Send me news</label></p>
<p><button>Update profile</button> <button type="button">Discard</button> <button type="button">Delete account</button></p></form><p role="status" id="said"></p>`,
    `document.querySelector('#profile').addEventListener('submit', async event => {
  event.preventDefault();
  const { text } = await send('/profile', { name: event.target.name.value });
  document.querySelector('#said').textContent = text;
});`,
  );

const NAME = 'Dana R.';

const scripts = {
  steploom: async ({ ask, url }) => {
    const failed = await ask(verbs(`open ${url}`, `fill "Display name" "${NAME}"`, 'click button "Save changes"'));
    if (!failed.includes('"Update profile"')) throw new Error(failed);
    await ask(verbs('click "Update profile"'));
  },
  'agent-browser': async ({ ask, url }) => {
    const fill = `find label 'Display name' fill '${NAME}'`;
    const failed = await ask(batch(`open ${url}`, fill, "find role button click --name 'Save changes'"));
    if (!failed.includes('"Update profile"')) throw new Error(failed);
    await ask(batch("find role button click --name 'Update profile'", 'wait 300', 'get text main'));
  },
  'playwright-cli': async ({ ask, url }) => {
    const button = `getByRole('button', { name: 'Save changes' })`;
    await ask(chain(`open ${url}`, `fill "getByLabel('Display name')" "${NAME}"`, `click "${button}"`));
    const seen = await ask(chain('snapshot main'));
    await ask(chain(`click ${refOf(seen, 'button', 'Update profile')}`, 'snapshot main'));
  },
  'playwright-mcp': async ({ ask, url }) => {
    await ask(tool('navigate', { url }));
    await ask(tool('type', { target: "getByLabel('Display name')", text: NAME }));
    await ask(tool('click', { target: "getByRole('button', { name: 'Save changes' })" }));
    const seen = await ask(tool('snapshot', { target: 'main' }));
    await ask(tool('click', { target: refOf(seen, 'button', 'Update profile') }));
    await ask(tool('snapshot', { target: 'main' }));
  },
};

/** A test sets the display name to "Dana R." and clicks "Save changes", which fails: find out why, and what works. */
export const renamedButton = {
  title: 'debug a failing test',
  path: '/profile',
  routes: {
    'GET /profile': settings,
    'POST /profile': ({ body }) => ({
      json: { text: JSON.parse(body).name === 'Dana R.' ? 'Profile updated at revision 17' : 'Nothing changed' },
    }),
  },
  proof: ['revision 17'],
  scripts,
};
