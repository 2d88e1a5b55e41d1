/** The site on which the browsers for coding agents do their tasks: each task brings its own pages. */
import { once } from 'node:events';
import { createServer } from 'node:http';

const link = name => `<li><a href="/${name.toLowerCase().replaceAll(' ', '-')}">${name}</a></li>`;
const links = names => `<ul>${names.map(link).join('')}</ul>`;

const FOOTER = {
  Shopping: ['Delivery', 'Returns', 'Gift cards', 'Store finder'],
  Company: ['About us', 'Careers', 'Press', 'Sustainability'],
  Service: ['Contact', 'Size guide', 'Warranty', 'Accessibility'],
};

const HEADER = `<header><a href="/" aria-label="Northgate, home">Northgate</a>
<nav aria-label="Main">${links(['Living room', 'Kitchen', 'Bedroom', 'Garden', 'Lighting', 'Offers'])}</nav>
<form role="search" action="/search"><input type="search" name="q" aria-label="Search the shop"><button>Search</button></form>
<nav aria-label="Account">${links(['Wish list', 'Account', 'Basket'])}</nav></header>`;

const columns = Object.entries(FOOTER).map(([name, names]) => `<section><h2>${name}</h2>${links(names)}</section>`);

const FOOT = `<footer>${columns.join('')}
<form action="/newsletter"><label>News by email <input type="email" name="news"></label><button>Subscribe</button></form>
<p>© Northgate Home Ltd, 14 Quay Street, Bristol. <a href="/privacy">Privacy</a> <a href="/terms">Terms of sale</a></p></footer>`;

/** A whole page; `script` runs in it, and can `send(path, body)` to get the JSON of the answer. */
export const page = (title, main, script = '') => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>${title} | Northgate</title><link rel="icon" href="data:,"></head><body>${HEADER}
<main><h1>${title}</h1>${main}</main>${FOOT}
<script>
const send = async (path, body) => (await fetch(path, { method: 'POST', body: JSON.stringify(body ?? {}) })).json();
${script}</script></body></html>`;

/** A field with its label above it. */
export const field = (label, name, attributes = '') =>
  `<p><label for="${name}">${label}</label><br><input id="${name}" name="${name}" ${attributes}></p>`;

export const choice = (label, name, options) =>
  `<p><label for="${name}">${label}</label><br><select id="${name}" name="${name}">${['Please choose', ...options].map(each => `<option>${each}</option>`).join('')}</select></p>`;

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** What a route answers: a page, `{ redirect }`, `{ file, name }` or `{ json, status }`. */
function answer(response, result) {
  if (typeof result === 'string') response.setHeader('content-type', 'text/html; charset=utf-8').end(result);
  else if (result.redirect) response.writeHead(303, { location: result.redirect }).end();
  else if (result.file)
    response.setHeader('content-disposition', `attachment; filename="${result.name}"`).end(result.file);
  else
    response.writeHead(result.status ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(result.json));
}

/** Serves routes such as `'POST /basket': ({ body, form, state }) => …` on a free port; `state` is empty again after `reset`. */
export async function serveSite(routes) {
  let state = {};
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://site');
    const route = routes[`${request.method} ${pathname}`];
    if (route === undefined) {
      response.statusCode = 404;
      answer(response, page('Page not found', '<p>Try the search above.</p>'));
      return;
    }
    const body = await bodyOf(request);
    answer(response, route({ body, form: Object.fromEntries(new URLSearchParams(body)), state }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    reset: () => {
      state = {};
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
