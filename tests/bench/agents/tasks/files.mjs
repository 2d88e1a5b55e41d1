import { page } from '../pages.mjs';
import { batch } from '../peers/agent-browser.mjs';
import { chain } from '../peers/playwright-cli.mjs';
import { tool } from '../peers/playwright-mcp.mjs';
import { verbs } from '../peers/steploom.mjs';
import { refOf } from '../refs.mjs';

const STATEMENTS = ['January', 'February', 'March', 'April'];

const statement = (name, at) =>
  `<li>${name} <a href="/statements/${at + 1}">Download ${name}</a> <button>Send by email</button></li>`;

const documents = received =>
  page(
    'Documents',
    `<h2>Send us a document</h2><form method="post" action="/documents" id="sending"><p><label>Document <input type="file" name="file"></label></p>
<button>Upload</button></form><h2>Received</h2><ul id="received">${received.map(each => `<li>${each}</li>`).join('')}</ul>
<h2>Statements</h2><ul>${STATEMENTS.map(statement).join('')}</ul>`,
    `document.querySelector('#sending').addEventListener('submit', async event => {
  event.preventDefault();
  const [file] = event.target.file.files;
  const { receipt } = await send('/documents', { name: file.name, text: await file.text() });
  document.querySelector('#received').insertAdjacentHTML('beforeend', '<li>' + file.name + ', receipt ' + receipt + '</li>');
});`,
  );

/** What lies in the folder where the browser for agents is called. */
export const INVOICE = { name: 'invoice.txt', text: 'Invoice 118: 3 shelves, £267.00\n' };

/** Where the answer says that the download lies. */
function downloadIn(answer) {
  const [, file] = /Downloaded file \S+ to "?([^"\n]+)"?/.exec(answer);
  return file;
}

const scripts = {
  steploom: async ({ ask, url }) => {
    await ask(`steploom do open ${url}`);
    const answer = await ask(verbs(`upload Document ${INVOICE.name}`, 'click Upload', 'click "Download March"'));
    const [, file] = /downloaded: \S+ (\S+)/.exec(answer);
    await ask(`cat ${file}`);
  },
  'agent-browser': async ({ ask, url }) => {
    const seen = await ask(batch(`open ${url}`, 'snapshot -i'));
    const commands = [
      // The browser hangs on a file whose path is relative.
      `upload @${refOf(seen, 'button', 'Document')} $PWD/${INVOICE.name}`,
      `click @${refOf(seen, 'button', 'Upload')}`,
      'wait --text receipt',
      `download @${refOf(seen, 'link', 'Download March')} march.csv`,
      'get text main',
    ];
    await ask(`${batch(...commands)} && cat march.csv`);
  },
  'playwright-cli': async ({ ask, url }) => {
    const seen = await ask(chain(`open ${url}`, 'snapshot'));
    const upload = chain(
      `click ${refOf(seen, 'button', 'Document')}`,
      `upload ${INVOICE.name}`,
      `click ${refOf(seen, 'button', 'Upload')}`,
      'find receipt',
    );
    const answer = await ask(`${upload} && playwright-cli click ${refOf(seen, 'link', 'Download March')}`);
    await ask(`cat ${downloadIn(answer)}`);
  },
  'playwright-mcp': async ({ ask, url, folder }) => {
    await ask(tool('navigate', { url }));
    const seen = await ask(tool('snapshot'));
    await ask(tool('click', { target: refOf(seen, 'button', 'Document') }));
    await ask(tool('file_upload', { paths: [`${folder}/${INVOICE.name}`] }));
    await ask(tool('click', { target: refOf(seen, 'button', 'Upload') }));
    await ask(tool('find', { text: 'receipt' }));
    const answer = await ask(tool('click', { target: refOf(seen, 'link', 'Download March') }));
    await ask({ name: 'read_file', arguments: { path: downloadIn(answer) } });
  },
};

/** Upload the invoice, and tell its receipt; download the statement of March, and tell its balance. */
export const files = {
  title: 'upload and download',
  path: '/documents',
  routes: {
    'GET /documents': () => documents([]),
    'POST /documents': ({ body }) => ({
      json: { receipt: JSON.parse(body).text === INVOICE.text ? 'R-6042' : 'none' },
    }),
    ...Object.fromEntries(
      STATEMENTS.map((name, at) => [
        `GET /statements/${at + 1}`,
        () => ({ name: `${name.toLowerCase()}.csv`, file: `Month,Balance\n${name},${512 + at * 100}.40\n` }),
      ]),
    ),
  },
  proof: ['R-6042', '712.40'],
  scripts,
};
