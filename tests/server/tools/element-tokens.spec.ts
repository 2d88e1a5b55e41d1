// @module-tag full
import { expect, test } from 'vitest';
import { z } from 'zod';
import { sharedBrowser } from '../../support/browser.ts';
import { servePages } from '../../support/serve-pages.ts';
import { openShop } from '../../support/shop.ts';
import { McpClient } from '../rpc/mcp-client.ts';

/** Small pages of the kinds that people try such tools with. */
const PAGES: Record<string, string> = {
  '/sign-in': `<title>Sign in</title><h2>Login page</h2><p>Enter a name and a password.</p>
    <form><label>Username <input name="user"></label><label>Password <input type="password"></label>
    <button>Login</button></form><footer>Powered by <a href="/about">Elemental</a></footer>`,
  '/boxes':
    '<title>Boxes</title><h3>Checkboxes</h3><form><input type="checkbox"> one<br><input type="checkbox" checked> two</form>',
  '/list': `<title>List</title><h3>Dropdown</h3><select id="dropdown" aria-label="Choice">
    <option disabled selected>Please select</option><option>Option 1</option><option>Option 2</option></select>`,
  '/alerts': `<title>Alerts</title><h3>JavaScript alerts</h3><p>Some examples.</p><ul><li><button>Click for alert</button>
    <li><button>Click for confirm</button><li><button>Click for prompt</button></ul><h4>Result:</h4><p></p>`,
  '/table': `<title>Table</title><h3>Data</h3><table><tr><th>Name<th>Due<th>Action
    ${['Smith', 'Bach', 'Doe', 'Conway'].map((name, at) => `<tr><td>${name}<td>$5${at}.00<td><a href="#e">edit</a> <a href="#d">delete</a>`).join('')}
    </table>`,
  '/menu': `<title>Menu</title><nav><ul>${['Home', 'About', 'Contact us', 'Portfolio', 'Gallery'].map(name => `<li><a href="/${name}">${name}</a>`).join('')}</ul></nav><p>Elements move.</p>`,
  '/todo': `<title>Todo</title><h1>todos</h1><input placeholder="What needs to be done?"><ul>
    ${['Buy milk', 'Call Ann', 'Write'].map(name => `<li><input type="checkbox" aria-label="Toggle ${name}"><label>${name}</label><button aria-label="Delete ${name}"></button>`).join('')}</ul><p>3 items left</p>`,
  '/tabs': `<title>Tabs</title><div role="tablist"><button role="tab" aria-selected="true">Profile</button>
    <button role="tab" aria-selected="false">Orders</button></div><div role="tabpanel">Ann Becker, since 2019.</div>`,
  '/upload':
    '<title>Upload</title><h3>File uploader</h3><p>Choose a file.</p><form><input type="file" aria-label="File"><input type="submit" value="Upload"></form>',
  '/drag':
    '<title>Drag</title><h3>Drag and drop</h3><div draggable="true" id="a"><header>A</header></div><div draggable="true" id="b"><header>B</header></div>',
  '/numbers': '<title>Inputs</title><h3>Inputs</h3><p>Number</p><input type="number" aria-label="Number" value="5">',
  '/question': `<title>Question</title><dialog open aria-label="Sure?"><p>This cannot be undone.</p>
    <button>Cancel</button><button>Delete</button></dialog>`,
  '/text': '<title>Text</title><h1>Nothing to do here</h1><p>Only words.</p>',
};

const Text = z.object({ content: z.array(z.object({ text: z.string() })) });

test('the elements of a small page, texts included, cost fewer tokens than the snapshot that others give to models', async () => {
  await using pages = await servePages(PAGES);
  await using shop = await openShop();
  const { apiUrl, token } = shop.app.client;
  const mcp = new McpClient({ url: apiUrl, token });
  const listing = async (args: object) => {
    const { result } = await mcp.legacy('tools/call', { name: 'getPageElements', arguments: args });
    return Text.parse(result)
      .content.map(({ text }) => text)
      .join('\n');
  };
  const context = await (await sharedBrowser()).newContext();
  try {
    const peer = await context.newPage();
    const sizes: { path: string; ours: number; whole: number; theirs: number }[] = [];
    for (const path of Object.keys(PAGES)) {
      const url = `${pages.url}${path}`;
      await shop.author.do('navigateUrl', { url });
      await peer.goto(url);
      const theirs = await peer.ariaSnapshot({ mode: 'ai' });
      const [ours, whole] = [await listing({}), await listing({ interactiveOnly: false })];
      sizes.push({
        path,
        ours: Buffer.byteLength(ours),
        whole: Buffer.byteLength(whole),
        theirs: Buffer.byteLength(theirs),
      });
    }
    expect(sizes.filter(({ ours, whole, theirs }) => ours >= theirs || whole >= theirs)).toEqual([]);
    const total = (of: 'ours' | 'theirs') => sizes.reduce((sum, size) => sum + size[of], 0);
    expect(total('ours')).toBeLessThan(total('theirs') / 2);
  } finally {
    await context.close();
  }
});
