import type { Answer } from '../browser/app-fixture.ts';

const page = (body: string, head = '') => `<title>Page</title>${head}<body>${body}</body>`;

/** Notes events of the page, so that specs can tell what really happened. */
const NOTES = `<script>
  window.notes = [];
  const note = text => { notes.push(text); document.getElementById('notes').textContent = notes.join(' '); };
</script><p id="notes"></p>`;

/** Pages that show what actions do to them. */
export const ACTION_PAGES: Record<string, Answer> = {
  '/': page('<h1>Home</h1><a href="/second">Second</a>'),
  '/second': '<title>Second</title><h1>Second</h1>',
  '/shop/basket': '<title>Basket</title><h1>Basket</h1>',
  '/en/us': '<title>Country</title><h1>Country</h1>',
  '/forward': '<title>Forward</title><script>location.href = "/second"</script>',
  '/pointer': page(
    `<button id="b" style="width:200px;height:100px">Press me</button>${NOTES}<script>
     for (const kind of ['click', 'dblclick', 'contextmenu', 'mouseover']) b.addEventListener(kind, event => {
       event.preventDefault();
       note([kind, event.shiftKey && 'shift', event.ctrlKey && 'control', event.altKey && 'alt', kind === 'click' && event.offsetX + ',' + event.offsetY].filter(Boolean).join('+'));
     });</script>`,
  ),
  '/form': page(`<form>
      <label>Name <input id="name" value="old"></label> <label>Age <input id="age" type="number"></label>
      <label>Born <input type="date"></label>
      <label>Story <textarea></textarea></label> <div role="textbox" aria-label="Rich" contenteditable>old</div>
      <label>Colour <select id="colour"><option value="r">Red</option><option value="g">Green</option></select></label>
      <label>Sizes <select id="sizes" multiple><option>S</option><option>M</option><option>L</option></select></label>
      <label><input type="checkbox"> Terms</label> <label><input type="checkbox" checked> News</label>
      <div role="checkbox" tabindex="0" aria-checked="false" aria-label="Custom"
        onclick="this.setAttribute('aria-checked', this.getAttribute('aria-checked') !== 'true')">Custom</div>
      <label>Plan A <input type="radio" name="plan"></label>
    </form>${NOTES}<script>addEventListener('keydown', event => note(event.key))</script>`),
  '/long': page(
    `<div id="box" style="height:100px;overflow:auto"><div style="height:900px">Inner</div></div>
     <div style="height:5000px"></div><button>At the bottom</button>`,
  ),
  '/late': page(`<button id="go" disabled>Go</button><p id="gone">Loading</p><script>
      setTimeout(() => { document.body.insertAdjacentHTML('beforeend', '<p>Soon here</p>'); go.disabled = false; gone.remove(); }, 300);
      setTimeout(() => { document.body.insertAdjacentHTML('beforeend', '<button>Late here</button>'); window.ready = true; }, 1500);
      setTimeout(() => history.pushState({}, '', '/late/done?x=1'), 400);
    </script>`),
  '/asks': page(
    '<p id="p">asking</p><script>fetch("/slow").then(r => r.text()).then(t => { p.textContent = t })</script>',
  ),
  '/slow': (_request, response) => setTimeout(() => response.end('answered'), 600),
  '/dialogs': page(
    `<button onclick="alert('Hi'); this.textContent = String(confirm('Sure?')) + prompt('Name?')">Ask</button>`,
  ),
  '/popup': page(
    '<a href="/second" target="_blank">Open</a> <button onclick="setTimeout(() => window.open(\'/second\'), 200)">Open later</button>',
  ),
  '/download': page('<a href="/file">Get it</a><p>Still here</p>'),
  '/file': (_request, response) =>
    response.writeHead(200, { 'content-disposition': 'attachment; filename=a.bin' }).end('x'),
  '/text': page(`<ul><li>One</li><li>Two</li></ul><p id="code">Order  no. 4711
    placed</p><input aria-label="Code" value=" A-1 "><a id="link" href="/second" title="">Link</a>`),
  '/cards': page(`<ul><li>First: <order-card>Ada</order-card></li></ul><script>
    customElements.define('order-card', class extends HTMLElement {
      connectedCallback() {
        this.attachShadow({ mode: 'open' }).innerHTML =
          '<style>b { color: red }</style><b>Order 4711</b><p>for <slot></slot></p><p hidden>internal</p>';
      }
    });</script>`),
};
