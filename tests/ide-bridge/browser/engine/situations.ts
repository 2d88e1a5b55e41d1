/** Where an element is, and what becomes of it: pages to be acted on, each the same for both engines. */

/** What the page notes of what happened to it, with the trust of each event. */
const NOTES = `<script>
  const top_ = window.top;
  top_.notes ??= [];
  // What is kept from the element, since it would miss it, gets as far as the window.
  for (const type of ['click', 'dblclick', 'contextmenu', 'input', 'change', 'keydown'])
    document.addEventListener(type, event => {
      const [target] = event.composedPath();
      top_.notes.push([type, target.id || target.nodeName, event.isTrusted, event.type === 'keydown' ? event.key : target.value ?? ''].join(' '));
    }, true);
  let isOver = false;
  addEventListener('mouseover', event => {
    if (isOver || event.composedPath()[0].id !== 't') return;
    isOver = true;
    top_.notes.push('over t ' + event.isTrusted);
  }, true);
  const after = (ms, work) => setTimeout(work, ms);
  const target = () => document.getElementById('t');
</script>`;

/** What deeds are done to: markup with a hole for attributes. */
export const TARGETS = {
  button: (more = '') => `<button id="t" ${more}>Go</button>`,
  field: (more = '') => `<input id="t" aria-label="Field" ${more}>`,
  box: (more = '') => `<input id="t" type="checkbox" aria-label="Box" ${more}>`,
  list: (more = '') => `<select id="t" aria-label="List" ${more}><option>A<option>B</select>`,
} as const;

export type TargetName = keyof typeof TARGETS;
type Markup = (more?: string) => string;

interface Situation {
  html(target: Markup): string;
  /** Where the target is found, if not on the page itself. */
  frame?: readonly string[];
  /** What cannot be done there, and takes the whole limit to say so. */
  hopeless?: 'all' | 'input' | 'pointer';
  /** Whether the element goes away again, so that only what is done in one go has the same end every time. */
  isFleeting?: boolean;
}

const style = (css: string): Situation => ({ html: target => target(`style="${css}"`) });
const around = (css: string): Situation => ({ html: target => `<div style="${css}">${target()}</div>` });
const scripted = (work: string, more = ''): Situation => ({
  html: target => `${target(more)}<script>${work}</script>`,
});
const framed = (body: string, css = ''): string =>
  `<iframe style="${css}" srcdoc="${body.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`;

const SHADOW = (target: string, outer = ''): string => `<div id="host"></div><script>
  document.getElementById('host').attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(`${outer}${target}`)};</script>`;

export const SITUATIONS: Record<string, Situation> = {
  'as it is': style(''),
  'moved by an animation of its own for a while': {
    html: target =>
      `<style>@keyframes m { from { transform: translateX(300px) } }</style>${target('style="animation: m .25s linear"')}`,
  },
  'in a box that an animation moves for a while': {
    html: target =>
      `<style>@keyframes m { from { margin-left: 300px } }</style><div style="animation: m .25s linear">${target()}</div>`,
  },
  'beside an animation without end': {
    html: target =>
      `<style>@keyframes m { to { transform: rotate(1turn) } }</style><div style="width:20px;height:20px;animation: m 1s linear infinite"></div>${target()}`,
  },
  'moved by a transition that begins late': scripted(
    "after(60, () => { target().style.transition = 'margin-left .2s'; target().style.marginLeft = '150px'; });",
  ),
  'moved frame by frame for a while': scripted(
    "let n = 0; const step = () => { target().style.marginLeft = 10 * n + 'px'; if (++n < 12) requestAnimationFrame(step); }; requestAnimationFrame(step);",
  ),
  'moved by rules of a sheet, frame by frame': {
    html: target =>
      `<style>#t { margin-left: 0 }</style>${target()}<script>let n = 0; const [rule] = document.styleSheets[0].cssRules; const step = () => { rule.style.marginLeft = 9 * n + 'px'; if (++n < 12) requestAnimationFrame(step); }; requestAnimationFrame(step);</script>`,
  },
  'moved by a timer for a while': scripted(
    "let n = 0; const timer = setInterval(() => { target().style.marginLeft = 8 * ++n + 'px'; if (n > 10) clearInterval(timer); }, 15);",
  ),
  'pushed down by what is put before it': scripted(
    "after(50, () => document.body.insertAdjacentHTML('afterbegin', '<div style=height:200px>New</div>'));",
  ),
  'pushed down while what is above it grows': {
    html: target => `<style>@keyframes grow { from { height: 0 } to { height: 200px } }</style>
      <div id="above" style="animation: grow .4s linear forwards"></div>${target()}
      <script>for (const type of ['click', 'mouseover']) document.addEventListener(type, () => {
        const { playState } = document.getElementById('above').getAnimations()[0];
        if (playState === 'running') top_.notes.push(type + ' while it moves');
      }, true);</script>`,
  },
  'covered for a while': {
    html: target =>
      `${target()}<div id="c" style="position:fixed;inset:0;background:#fffa"></div><script>after(200, () => document.getElementById('c').remove())</script>`,
  },
  'covered for good': {
    html: target => `${target()}<div id="c" style="position:fixed;inset:0"></div>`,
    hopeless: 'pointer',
  },
  'covered by what lets clicks through': {
    html: target => `${target()}<div style="position:fixed;inset:0;pointer-events:none"></div>`,
  },
  'half covered, not in its middle': {
    html: target =>
      `<div style="position:relative">${target('style="width:200px;height:40px"')}<div style="position:absolute;left:0;top:0;width:60px;height:60px;background:red"></div></div>`,
  },
  'under a bar that sticks': {
    html: target =>
      `<div style="position:sticky;top:0;height:80px;background:#ccc;z-index:2">Bar</div><div style="height:1200px"></div>${target()}<div style="height:1200px"></div><script>scrollTo(0, 1260)</script>`,
  },
  'taken away and put back': {
    isFleeting: true,
    ...scripted(
      'const t = target(); const at = t.parentNode; after(30, () => t.remove()); after(150, () => at.append(t));',
    ),
  },
  'made anew again and again': {
    isFleeting: true,
    ...scripted(
      'let n = 0; const timer = setInterval(() => { const t = target(); t.replaceWith(t.cloneNode(true)); if (++n > 10) clearInterval(timer); }, 20);',
    ),
  },
  'not there yet': {
    html: target =>
      `<script>after(150, () => document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(target())}))</script>`,
  },
  'never there': { html: () => '<p>Nothing</p>', hopeless: 'all' },
  'far below': { html: target => `<div style="height:4000px"></div>${target()}` },
  'far to the right': { html: target => `<div style="width:5000px;text-align:right">${target()}</div>` },
  'in a box that scrolls': {
    html: target =>
      `<div style="height:100px;overflow:auto"><div style="height:900px"></div>${target()}<div style="height:900px"></div></div>`,
  },
  'in a box that scrolls in another': {
    html: target =>
      `<div style="height:150px;overflow:auto"><div style="height:600px"></div><div style="height:90px;overflow:auto"><div style="height:500px"></div>${target()}</div></div>`,
  },
  'where scrolling is smooth': {
    html: target => `<style>html { scroll-behavior: smooth }</style><div style="height:3000px"></div>${target()}`,
  },
  'scrolled while it is looked for': {
    html: target =>
      `<div style="height:2000px"></div>${target()}<div style="height:2000px"></div><script>after(20, () => scrollTo(0, 900))</script>`,
  },
  'half out of view': style('position:absolute;left:-30px;top:100px;width:90px'),
  'fixed at the bottom': style('position:fixed;bottom:0;right:0'),
  'out of reach': { ...style('position:fixed;left:-500px'), hopeless: 'pointer' },
  'in a frame': { html: target => framed(NOTES + target()), frame: ['iframe'] },
  'in a frame with edges': {
    html: target => framed(NOTES + target(), 'margin:33px;border:7px solid;padding:11px'),
    frame: ['iframe'],
  },
  'far down in a frame': {
    html: target => framed(`${NOTES}<div style='height:900px'></div>${target()}`),
    frame: ['iframe'],
  },
  'in a frame that is far down': {
    html: target => `<div style="height:2500px"></div>${framed(NOTES + target())}`,
    frame: ['iframe'],
  },
  'in a frame in a frame': {
    html: target => framed(framed(NOTES + target(), 'border:3px solid'), 'width:500px;height:300px'),
    frame: ['iframe', 'iframe'],
  },
  'in a frame that is turned': {
    html: target => framed(NOTES + target(), 'transform:rotate(8deg)'),
    frame: ['iframe'],
  },
  'in a frame that is covered': {
    html: target => `${framed(NOTES + target())}<div style="position:fixed;inset:0"></div>`,
    frame: ['iframe'],
    hopeless: 'pointer',
  },
  'in a frame that comes late': {
    html: target =>
      `<script>after(150, () => document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(framed(NOTES + target())).replaceAll('</', '<\\/')}))</script>`,
    frame: ['iframe'],
  },
  'in a shadow root': { html: target => SHADOW(target()) },
  'in a shadow root, moving': {
    html: target =>
      SHADOW(
        target('style="animation: m .25s linear"'),
        '<style>@keyframes m { from { transform: translateX(200px) } }</style>',
      ),
  },
  'in the slot of a shadow root': {
    html: target =>
      `<div id="host">${target()}</div><script>document.getElementById('host').attachShadow({ mode: 'open' }).innerHTML = '<p>Before <slot></slot></p>'</script>`,
  },
  'disabled for a while': scripted('after(150, () => { target().disabled = false; });', 'disabled'),
  'disabled for good': { html: target => target('disabled'), hopeless: 'input' },
  'disabled by its fieldset': { html: target => `<fieldset disabled>${target()}</fieldset>`, hopeless: 'input' },
  'disabled for assistive technology': { html: target => target('aria-disabled="true"'), hopeless: 'input' },
  'inert for a while': {
    html: target =>
      `<div id="i" inert>${target()}</div><script>after(150, () => { document.getElementById('i').inert = false; })</script>`,
  },
  'hidden for a while': scripted('after(150, () => { target().hidden = false; });', 'hidden'),
  'shown by a rule of a sheet': {
    html: target =>
      `<style>#t { display: none }</style>${target()}<script>after(120, () => { document.styleSheets[0].cssRules[0].style.display = 'inline-block'; })</script>`,
  },
  'hidden for good': { ...style('visibility:hidden'), hopeless: 'all' },
  'without a size': { ...around('display:none'), hopeless: 'all' },
  'without colour': style('opacity:0'),
  'deaf to the pointer': { ...style('pointer-events:none'), hopeless: 'pointer' },
  'in a label': { html: target => `<label>Name ${target()}</label>` },
  'turned a little': around('transform:rotate(20deg);width:200px;margin:80px'),
  'larger than life': around('transform:scale(1.7);transform-origin:0 0'),
  zoomed: around('zoom:1.5'),
  'in perspective': around('perspective:300px;transform:rotateY(20deg)'),
  'in a dialog': {
    html: target => `<dialog id="d">${target()}</dialog><script>document.getElementById('d').showModal()</script>`,
  },
  'in a row that reads from the right': around('direction:rtl;width:900px'),
  'in details that open late': {
    html: target =>
      `<details id="d"><summary>More</summary>${target()}</details><script>after(120, () => { document.getElementById('d').open = true; })</script>`,
  },
  'on a page whose own promises and observers are broken': {
    html: target =>
      `<script>window.Promise = window.MutationObserver = window.CustomEvent = function () { throw new Error('mine'); }; window.setTimeout = window.requestAnimationFrame = () => 0;</script>${target()}`,
  },
  'on a page that draws without end': {
    html: target => `<script>const loop = () => requestAnimationFrame(loop); loop();</script>${target()}`,
  },
  'among thousands': { html: target => `<div>${'<i>x</i>'.repeat(5_000)}</div>${target()}` },
};

export const pageOf = (situation: Situation, target: TargetName): string =>
  `<title>Case</title><body>${NOTES}${situation.html(TARGETS[target])}</body>`;
