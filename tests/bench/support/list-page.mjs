import { once } from 'node:events';
import { createServer } from 'node:http';

const ITEMS = 200;

const item = number =>
  `<li><a href="#i${number}">Item number ${number}</a> <span>price ${(number * 7) % 97}.50</span></li>`;

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>List</title></head><body>
<h1>List</h1><button onclick="output.value = Number(output.value) + 1">Add one</button> <output id="output">0</output>
<form><label>Name <input name="name"></label><label>Age <input name="age" type="number"></label>
<label>Country <select name="country"><option>Sweden</option><option>Japan</option></select></label>
<label><input type="checkbox" name="ok"> I agree</label><button type="button">Send</button></form>
<ul>${Array.from({ length: ITEMS }, (_, at) => item(at)).join('\n')}</ul>
<script>for (let at = 0; at < 5; at += 1) console.log('message ' + at)</script></body></html>`;

/** Serves a page with a form, a counter and a list of 200 links that writes five lines into the console. */
export async function serveListPage() {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').setHeader('cache-control', 'no-store').end(PAGE);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
