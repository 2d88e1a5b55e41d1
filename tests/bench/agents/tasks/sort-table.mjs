import { page } from '../pages.mjs';
import { batch } from '../peers/agent-browser.mjs';
import { chain } from '../peers/playwright-cli.mjs';
import { tool } from '../peers/playwright-mcp.mjs';
import { verbs } from '../peers/steploom.mjs';
import { refOf } from '../refs.mjs';

const THINGS = ['shelf', 'lamp', 'stool', 'vase', 'clock', 'basket', 'mirror', 'tray'];
const STUFFS = ['Oak', 'Cork', 'Glass', 'Steel', 'Wicker'];

/** 40 products; no two have the same price. */
const products = STUFFS.flatMap((stuff, row) =>
  THINGS.map((thing, column) => {
    const at = row * THINGS.length + column;
    return {
      name: `${stuff} ${thing}`,
      code: `P-${310 + at}`,
      stock: (at * 7) % 23,
      price: 14 + ((at * 17 + 9) % 40) * 3,
    };
  }),
);

const row = ({ name, code, stock, price }) =>
  `<tr><td><a href="/products/${code}">${name}</a></td><td>${code}</td><td>${stock}</td><td>£${price}.50</td></tr>`;

const list = () =>
  page(
    'Stock list',
    `<p>All that is in the warehouse today. <button>Export</button> <button>Print</button></p>
<table><thead><tr><th><button>Product</button></th><th><button>Code</button></th><th><button>In stock</button></th><th><button>Price</button></th></tr></thead>
<tbody>${products.map(row).join('')}</tbody></table>`,
    `const rows = [...document.querySelectorAll('tbody tr')];
document.querySelectorAll('th button').forEach((button, column) => button.addEventListener('click', () => {
  const key = row => row.cells[column].textContent.replace('£', '');
  rows.sort((one, other) => key(one).localeCompare(key(other), 'en', { numeric: true }));
  document.querySelector('tbody').append(...rows);
}));`,
  );

const [cheapest] = products.toSorted((one, other) => one.price - other.price);

const FIRST_ROW = 'tbody tr >> nth=0';

const scripts = {
  steploom: async ({ ask, url }) => {
    await ask(verbs(`open ${url}`, 'click button Price', 'text table --limit 2'));
  },
  'agent-browser': async ({ ask, url }) => {
    const seen = await ask(`agent-browser open ${url} && agent-browser snapshot -i | grep -i price`);
    await ask(batch(`click @${refOf(seen, 'button', 'Price')}`, "get text 'tbody tr'"));
  },
  'playwright-cli': async ({ ask, url }) => {
    const seen = await ask(chain(`open ${url}`, 'find price'));
    await ask(chain(`click ${refOf(seen, 'button', 'Price')}`, `snapshot "${FIRST_ROW}"`));
  },
  'playwright-mcp': async ({ ask, url }) => {
    await ask(tool('navigate', { url }));
    const seen = await ask(tool('find', { text: 'price' }));
    await ask(tool('click', { target: refOf(seen, 'button', 'Price') }));
    await ask(tool('snapshot', { target: FIRST_ROW }));
  },
};

/** Sort 40 products by price, and read the first row. */
export const sortTable = {
  title: 'sort a table',
  path: '/stock',
  routes: { 'GET /stock': list },
  proof: [cheapest.name, cheapest.code, `£${cheapest.price}.50`],
  scripts,
};
