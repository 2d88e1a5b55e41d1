import { choice, field, page } from '../pages.mjs';
import { batch } from '../peers/agent-browser.mjs';
import { chain } from '../peers/playwright-cli.mjs';
import { tool } from '../peers/playwright-mcp.mjs';
import { verbs } from '../peers/steploom.mjs';
import { refOf } from '../refs.mjs';

const PRODUCTS = {
  'Oak shelf': 89,
  'Linen curtain': 45,
  'Reading lamp': 64,
  'Wool rug': 120,
  'Cork stool': 38,
  'Glass vase': 22,
  'Garden bench': 149,
  'Wall clock': 31,
};

const product = ([name, price], at) => `<article><h2><a href="/products/${at + 1}">${name}</a></h2>
<p>£${price}.00, in stock</p><button data-add="${name}">Add to basket</button></article>`;

const shop = () =>
  page(
    'Offers',
    `<p>Eight pieces at autumn prices.</p>${Object.entries(PRODUCTS).map(product).join('')}<p role="status" id="said"></p>`,
    `document.querySelector('main').addEventListener('click', async ({ target }) => {
  if (!target.dataset.add) return;
  const { count } = await send('/basket/add', { name: target.dataset.add });
  document.querySelector('#said').textContent = target.dataset.add + ' is in the basket (' + count + ')';
});`,
  );

const totalOf = names => names.reduce((sum, name) => sum + PRODUCTS[name], 4);

const basket = names =>
  page(
    'Basket',
    `<table><thead><tr><th>Product</th><th>Number</th><th>Price</th><th></th></tr></thead><tbody>${names
      .map(
        name =>
          `<tr><td>${name}</td><td><input type="number" value="1" aria-label="Number of ${name}"></td><td>£${PRODUCTS[name]}.00</td><td><button>Remove</button></td></tr>`,
      )
      .join('')}</tbody></table><p>Delivery £4.00</p><p>Total £${totalOf(names)}.00</p>
<form action="/checkout">${field('Voucher', 'voucher')}<button type="button">Redeem</button> <button>Go to checkout</button></form>`,
  );

const checkout = () =>
  page(
    'Delivery address',
    `<ol><li>Address</li><li>Payment</li><li>Confirmation</li></ol><form method="post" action="/checkout">
${field('Full name', 'name', 'required')}${field('Street and number', 'street', 'required')}${field('Postcode', 'postcode', 'required')}
${field('Town', 'town', 'required')}${choice('Country', 'country', ['United Kingdom', 'Ireland', 'France', 'Germany'])}
${field('Phone', 'phone', 'type="tel"')}<label><input type="checkbox" name="gift"> This is a gift</label>
<p><button>Continue to payment</button> <a href="/basket">Back to the basket</a></p></form>`,
  );

const payment = names =>
  page(
    'Payment',
    `<ol><li>Address</li><li>Payment</li><li>Confirmation</li></ol><p>Total £${totalOf(names)}.00</p><form method="post" action="/payment">
<fieldset><legend>Pay by</legend><label><input type="radio" name="by" value="card" checked> Card</label> <label><input type="radio" name="by" value="invoice"> Invoice</label></fieldset>
${field('Name on the card', 'holder', 'required')}${field('Card number', 'card', 'required inputmode="numeric"')}
${field('Valid until', 'until', 'required placeholder="MM/YY"')}${field('Security code', 'code', 'required')}
<p><button>Pay now</button> <a href="/checkout">Back to the address</a></p></form>`,
  );

const confirmation = names =>
  page(
    'Thank you',
    `<ol><li>Address</li><li>Payment</li><li>Confirmation</li></ol><p>Your order number is N-20417-${totalOf(names)}.</p>
<p>A confirmation is on its way to you by email.</p><ul>${names.map(name => `<li>${name}</li>`).join('')}</ul><a href="/offers">Continue shopping</a>`,
  );

const ADDRESS = {
  'Full name': 'Dana Reed',
  'Street and number': '9 Mill Lane',
  Postcode: 'D02 X285',
  Town: 'Dublin',
};
const CARD = {
  'Name on the card': 'Dana Reed',
  'Card number': '4111111111111111',
  'Valid until': '11/29',
  'Security code': '737',
};

async function byAgentBrowser({ ask, url }) {
  const fills = (seen, values) =>
    Object.entries(values).map(([name, value]) => `fill @${refOf(seen, 'textbox', name)} '${value}'`);
  const click = (seen, role, name, after) => `click @${refOf(seen, role, name, after)}`;
  const lookAt = place => [`wait --url '**/${place}*'`, 'snapshot -i -s main'];
  const offers = await ask(batch(`open ${url}`, 'snapshot -i'));
  const add = click(offers, 'button', 'Add to basket', '"Reading lamp"');
  const basket = await ask(batch(add, click(offers, 'link', 'Basket'), ...lookAt('basket')));
  const address = await ask(batch(click(basket, 'button', 'Go to checkout'), ...lookAt('checkout')));
  const country = `select @${refOf(address, 'combobox', 'Country')} Ireland`;
  const onward = click(address, 'button', 'Continue to payment');
  const pay = await ask(batch(...fills(address, ADDRESS), country, onward, ...lookAt('payment')));
  await ask(batch(...fills(pay, CARD), click(pay, 'button', 'Pay now'), "wait --text 'order number'", 'get text main'));
}

async function byPlaywrightCli({ ask, url }) {
  const fills = (seen, values) =>
    Object.entries(values).map(([name, value]) => `fill ${refOf(seen, 'textbox', name)} "${value}"`);
  const click = (seen, role, name, after) => `click ${refOf(seen, role, name, after)}`;
  const offers = await ask(chain(`open ${url}`, 'snapshot'));
  const add = click(offers, 'button', 'Add to basket', '"Reading lamp"');
  const basket = await ask(chain(add, click(offers, 'link', 'Basket'), 'snapshot main'));
  const address = await ask(chain(click(basket, 'button', 'Go to checkout'), 'snapshot main'));
  const country = `select ${refOf(address, 'combobox', 'Country')} Ireland`;
  const onward = click(address, 'button', 'Continue to payment');
  const pay = await ask(chain(...fills(address, ADDRESS), country, onward, 'snapshot main'));
  await ask(chain(...fills(pay, CARD), click(pay, 'button', 'Pay now'), 'find "order number"'));
}

async function byPlaywrightMcp({ ask, url }) {
  const entry = (seen, type, name, value) => ({ target: refOf(seen, type, name), name, type, value });
  const entries = (seen, values) => Object.entries(values).map(([name, value]) => entry(seen, 'textbox', name, value));
  const click = (seen, role, name, after) => ask(tool('click', { target: refOf(seen, role, name, after) }));
  const look = () => ask(tool('snapshot', { target: 'main' }));
  await ask(tool('navigate', { url }));
  const offers = await ask(tool('snapshot'));
  await click(offers, 'button', 'Add to basket', '"Reading lamp"');
  await click(offers, 'link', 'Basket');
  await click(await look(), 'button', 'Go to checkout');
  const address = await look();
  const fields = [...entries(address, ADDRESS), entry(address, 'combobox', 'Country', 'Ireland')];
  await ask(tool('fill_form', { fields }));
  await click(address, 'button', 'Continue to payment');
  const pay = await look();
  await ask(tool('fill_form', { fields: entries(pay, CARD) }));
  await click(pay, 'button', 'Pay now');
  await ask(tool('find', { text: 'order number' }));
}

async function bySteploom({ ask, url }) {
  const fills = values => Object.entries(values).map(([name, value]) => `fill "${name}" "${value}"`);
  await ask(`steploom do open ${url}`);
  await ask(verbs('click "Add to basket" --in article "Reading lamp"', 'click link Basket'));
  await ask(verbs('click "Go to checkout"'));
  await ask(verbs(...fills(ADDRESS), 'select Country Ireland', 'click "Continue to payment"'));
  await ask(verbs(...fills(CARD), 'click "Pay now"', 'text --find "order number"'));
}

const scripts = {
  steploom: bySteploom,
  'agent-browser': byAgentBrowser,
  'playwright-cli': byPlaywrightCli,
  'playwright-mcp': byPlaywrightMcp,
};

/** Buy one reading lamp, and tell the order number. */
export const buyLamp = {
  title: 'checkout',
  path: '/offers',
  routes: {
    'GET /offers': shop,
    'POST /basket/add': ({ body, state }) => {
      state.names = [...(state.names ?? []), JSON.parse(body).name];
      return { json: { count: state.names.length } };
    },
    'GET /basket': ({ state }) => basket(state.names ?? []),
    'GET /checkout': checkout,
    'POST /checkout': ({ form, state }) => {
      state.isAddressed = form.street === '9 Mill Lane' && form.country === 'Ireland';
      return { redirect: state.isAddressed ? '/payment' : '/checkout' };
    },
    'GET /payment': ({ state }) => payment(state.names ?? []),
    'POST /payment': ({ form, state }) => {
      state.isPaid = state.isAddressed && form.card === '4111111111111111' && form.code === '737';
      return { redirect: state.isPaid ? '/thank-you' : '/payment' };
    },
    'GET /thank-you': ({ state }) => (state.isPaid ? confirmation(state.names) : { redirect: '/basket' }),
  },
  proof: ['N-20417-68'],
  scripts,
};
