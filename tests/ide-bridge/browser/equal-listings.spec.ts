import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openApp, opening, servePages, within } from './app-fixture.ts';

const PAGES = {
  '/form': `<h1>Order</h1><form><label>Name <input value="Ada"></label><label><input type="checkbox" checked> Gift</label>
    <select aria-label="Size"><option>S</option><option selected>L</option></select><input type="password" value="secret">
    <div contenteditable aria-label="Note">Text</div><button disabled>Send</button></form><p style="cursor:pointer">Terms</p>`,
  '/listeners': `<div id="card">Card</div><div id="plain">Plain</div><details><summary>More</summary><a href="#x">Link</a></details>
    <script>document.getElementById('card').addEventListener('click', () => {})</script>`,
  '/shadow': `<my-box></my-box><ul>${'<li><a href="#">Item</a> <span>Price</span></li>'.repeat(30)}</ul><script>
    document.querySelector('my-box').attachShadow({ mode: 'open' }).innerHTML = '<button>Inside</button><div>Said</div>';
    document.querySelector('my-box').shadowRoot.querySelector('div').addEventListener('mousedown', () => {});</script>`,
  '/frames': '<button>Outside</button><iframe title="Inner" src="/form"></iframe>',
  '/empty-frame': '<button>Outside</button><iframe title="Empty"></iframe>',
  '/made-up': `<button>Real</button><script>JSON.stringify = () => '[]'; JSON.parse = () => ({});
    Object.prototype.toJSON = () => 'nothing'; Array.prototype.flatMap = () => [];</script>`,
  '/frameset': '<frameset><frame src="/form"></frameset>',
};

let served: Awaited<ReturnType<typeof servePages>>;
beforeAll(async () => {
  served = await servePages(PAGES);
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => served[Symbol.asyncDispose]());

async function listedBy(engine: 'quick' | 'playwright', path: string) {
  vi.stubEnv('STEPLOOM_ENGINE', engine);
  await using fixture = openApp();
  await fixture.app.navigate(path, opening(served.origin), within());
  return await fixture.app.elements({ interactiveOnly: false, limit: undefined, boxes: true }, within());
}

test.for(Object.keys(PAGES))('%s is listed alike by our engine and by Playwright', async path => {
  const quick = await listedBy('quick', path);
  expect(quick).toEqual(await listedBy('playwright', path));
  expect(quick.total).toBeGreaterThan(0);
});
