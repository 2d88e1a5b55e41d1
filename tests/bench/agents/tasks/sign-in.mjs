import { field, page } from '../pages.mjs';
import { batch } from '../peers/agent-browser.mjs';
import { chain } from '../peers/playwright-cli.mjs';
import { tool } from '../peers/playwright-mcp.mjs';
import { verbs } from '../peers/steploom.mjs';
import { refOf } from '../refs.mjs';

const form = fault =>
  page(
    'Sign in',
    `<p>Customers see their orders, invoices and returns here.</p>${fault}
<form method="post" action="/sign-in">${field('Email', 'email', 'type="email" required')}
${field('Password', 'password', 'type="password" required')}
<p><label><input type="checkbox" name="remember"> Keep me signed in</label></p>
<button>Sign in</button> <a href="/forgotten">Forgotten your password?</a></form>
<h2>New here?</h2><p><a href="/register">Create an account</a> to track what you order.</p>`,
  );

const ORDERS = ['Oak shelf', 'Linen curtain', 'Garden bench', 'Reading lamp', 'Wool rug'];
const order = (name, at) =>
  `<tr><td><a href="/orders/${20_311 + at}">${20_311 + at}</a></td><td>${name}</td><td>Delivered</td><td><button>Order again</button></td></tr>`;

const account = () =>
  page(
    'Your account',
    `<p>Signed in as Dana Reed. <a href="/sign-out">Sign out</a></p>
<dl><dt>Customer number</dt><dd>C-48213</dd><dt>Member since</dt><dd>March 2021</dd><dt>Points</dt><dd>340</dd></dl>
<h2>Latest orders</h2><table><thead><tr><th>Order</th><th>What</th><th>State</th><th></th></tr></thead>
<tbody>${ORDERS.map(order).join('')}</tbody></table>`,
  );

const scripts = {
  steploom: async ({ ask, url }) => {
    await ask(`steploom do open ${url}`);
    await ask(
      verbs('fill Email dana@example.com', 'fill Password tulip-42', 'click "Sign in"', 'text --find customer'),
    );
  },
  'agent-browser': async ({ ask, url }) => {
    const seen = await ask(batch(`open ${url}`, 'snapshot -i'));
    await ask(
      batch(
        `fill @${refOf(seen, 'textbox', 'Email')} dana@example.com`,
        `fill @${refOf(seen, 'textbox', 'Password')} tulip-42`,
        `click @${refOf(seen, 'button', 'Sign in')}`,
        "wait --text 'Customer number'",
        'read --filter customer',
      ),
    );
  },
  'playwright-cli': async ({ ask, url }) => {
    const seen = await ask(chain(`open ${url}`, 'snapshot'));
    await ask(
      chain(
        `fill ${refOf(seen, 'textbox', 'Email')} dana@example.com`,
        `fill ${refOf(seen, 'textbox', 'Password')} tulip-42`,
        `click ${refOf(seen, 'button', 'Sign in')}`,
        'find "customer number"',
      ),
    );
  },
  'playwright-mcp': async ({ ask, url }) => {
    await ask(tool('navigate', { url }));
    const seen = await ask(tool('snapshot'));
    const entry = (name, value) => ({ target: refOf(seen, 'textbox', name), name, type: 'textbox', value });
    await ask(tool('fill_form', { fields: [entry('Email', 'dana@example.com'), entry('Password', 'tulip-42')] }));
    await ask(tool('click', { target: refOf(seen, 'button', 'Sign in') }));
    await ask(tool('find', { text: 'customer number' }));
  },
};

/** Sign in as Dana, and tell her customer number. */
export const signIn = {
  title: 'sign in',
  path: '/sign-in',
  routes: {
    'GET /sign-in': () => form(''),
    'POST /sign-in': ({ form: { email, password }, state }) => {
      if (email !== 'dana@example.com' || password !== 'tulip-42')
        return form('<p role="alert">Email or password is wrong.</p>');
      state.isSignedIn = true;
      return { redirect: '/account' };
    },
    'GET /account': ({ state }) => (state.isSignedIn ? account() : { redirect: '/sign-in' }),
  },
  proof: ['C-48213'],
  scripts,
};
