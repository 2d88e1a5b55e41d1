import { field, page } from '../pages.mjs';
import { batch } from '../peers/agent-browser.mjs';
import { chain } from '../peers/playwright-cli.mjs';
import { tool } from '../peers/playwright-mcp.mjs';
import { verbs } from '../peers/steploom.mjs';
import { refOf } from '../refs.mjs';

const ticket = () =>
  page(
    'Ticket 311',
    `<p>Dana Reed asks for a refund of £64.00.</p><dl><dt>State</dt><dd id="state">Open</dd><dt>Owner</dt><dd>Sam Okoro</dd></dl>
<p><a href="/approvals/311" target="_blank">Ask for approval (opens a new tab)</a></p>
<form id="closing">${field('Approval code', 'code')}${field('Remark', 'remark')}<button>Close ticket</button> <button type="button">Forward</button></form>
<h2>History</h2><ul><li>Opened on Monday</li><li>Answered on Tuesday</li></ul>`,
    `document.querySelector('#closing').addEventListener('submit', async event => {
  event.preventDefault();
  const { text } = await send('/tickets/311', { code: event.target.code.value });
  document.querySelector('#state').textContent = text;
});`,
  );

const approval = () =>
  page(
    'Approval of ticket 311',
    `<p>A refund of £64.00 is to be approved.</p><p role="status" id="said"></p><button id="approve">Approve</button> <button>Decline</button>`,
    `document.querySelector('#approve').addEventListener('click', async () => {
  const { code } = await send('/approvals/311');
  document.querySelector('#said').textContent = 'Approved. The approval code is ' + code + '.';
});`,
  );

const LINK = 'Ask for approval (opens a new tab)';

function codeIn(answer) {
  const [code] = /K-\d+/.exec(answer);
  return code;
}

const scripts = {
  steploom: async ({ ask, url }) => {
    await ask(`steploom do open ${url}`);
    await ask(verbs(`click "${LINK}"`));
    const approved = await ask('steploom do click Approve');
    await ask(verbs('tab 0', `fill "Approval code" ${codeIn(approved)}`, 'click "Close ticket"'));
  },
  'agent-browser': async ({ ask, url }) => {
    const seen = await ask(batch(`open ${url}`, 'snapshot -i'));
    const opened = await ask(batch(`click @${refOf(seen, 'link', LINK)}`, 'tab', 'snapshot -i -s main'));
    const approved = await ask(
      batch(`click @${refOf(opened, 'button', 'Approve')}`, 'wait --text code', 'get text main'),
    );
    const fill = `find label 'Approval code' fill ${codeIn(approved)}`;
    await ask(
      batch('tab t1', fill, "find role button click --name 'Close ticket'", 'wait --text Closed', 'get text main'),
    );
  },
  'playwright-cli': async ({ ask, url }) => {
    const seen = await ask(chain(`open ${url}`, 'snapshot'));
    const opened = await ask(chain(`click ${refOf(seen, 'link', LINK)}`, 'tab-select 1', 'snapshot main'));
    const approved = await ask(chain(`click ${refOf(opened, 'button', 'Approve')}`, 'snapshot main'));
    const fill = `fill ${refOf(seen, 'textbox', 'Approval code')} ${codeIn(approved)}`;
    const close = `click ${refOf(seen, 'button', 'Close ticket')}`;
    await ask(chain('tab-select 0', fill, close, 'snapshot main'));
  },
  'playwright-mcp': async ({ ask, url }) => {
    await ask(tool('navigate', { url }));
    const seen = await ask(tool('snapshot'));
    await ask(tool('click', { target: refOf(seen, 'link', LINK) }));
    await ask(tool('tabs', { action: 'select', index: 1 }));
    const opened = await ask(tool('snapshot', { target: 'main' }));
    await ask(tool('click', { target: refOf(opened, 'button', 'Approve') }));
    const approved = await ask(tool('find', { text: 'code' }));
    await ask(tool('tabs', { action: 'select', index: 0 }));
    await ask(tool('type', { target: refOf(seen, 'textbox', 'Approval code'), text: codeIn(approved) }));
    await ask(tool('click', { target: refOf(seen, 'button', 'Close ticket') }));
    await ask(tool('snapshot', { target: 'main' }));
  },
};

/** Have a refund approved in a new tab, and close the ticket in the first tab with the code from there. */
export const twoTabs = {
  title: 'two tabs',
  path: '/tickets/311',
  routes: {
    'GET /tickets/311': ticket,
    'GET /approvals/311': approval,
    'POST /approvals/311': () => ({ json: { code: 'K-5582' } }),
    'POST /tickets/311': ({ body }) => ({
      json: { text: JSON.parse(body).code === 'K-5582' ? 'Closed under Z-90' : 'Wrong code' },
    }),
  },
  proof: ['K-5582', 'Z-90'],
  scripts,
};
