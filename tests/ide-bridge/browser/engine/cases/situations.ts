/** Where an element is, and what becomes of it while something is done to it. */
import { ALL, casesOf, type Markup, type Situation } from './deeds.ts';
import { type EngineCase, quoted } from './engine-case.ts';
import { noting } from './noting.ts';

/** `begin` is called right before the deed, so that the situation is not over by then. */
const begins = (work: string): string =>
  `<script>const target = () => document.getElementById('t'); const after = (ms, work) => setTimeout(work, ms);
  window.begin = () => { ${work} };</script>`;

const style = (css: string) => (target: Markup) => target(`style="${css}"`);
const around = (css: string) => (target: Markup) => `<div style="${css}">${target()}</div>`;
const changing =
  (work: string, more = '') =>
  (target: Markup) =>
    target(more) + begins(work);
const framed = (body: string, css = ''): string =>
  `<iframe style="${css}" srcdoc="${quoted(noting() + body)}"></iframe>`;
const shadowed = (inside: string): string => `<div id="host"></div><script>
  document.getElementById('host').attachShadow({ mode: 'open' }).setHTMLUnsafe(${JSON.stringify(inside)});</script>`;
const shadowedInside = (inside: string): string => `<div><template shadowrootmode="open">${inside}</template></div>`;

const MOVE = '<style>@keyframes m { from { transform: translateX(300px) } }</style>';
const COVER = '<div id="c" style="position:fixed;inset:0;background:#fffa"></div>';

/** A timer may leave one frame out; without two, every action would take as long as Playwright's. */
const ONE_FRAME = 'our engine takes what was still for one frame for still, Playwright for two';
const SOONER = 'our engine may be done before the page begins to move';

/** By what they are about. */
const SITUATIONS: Record<string, Record<string, Situation>> = {
  'an element that moves': {
    'moved by an animation of its own for a while': {
      html: target => MOVE + target() + begins("target().style.animation = 'm .3s linear'"),
      deeds: ['click', 'hover', 'check', 'fill'],
    },
    'in a box that an animation moves for a while': {
      html: target => `<style>@keyframes m { from { margin-left: 300px } }</style><div id="box">${target()}</div>
        ${begins("document.getElementById('box').style.animation = 'm .3s linear'")}`,
      differsInPlace: ONE_FRAME,
      deeds: ['click', 'hover'],
    },
    'beside an animation without end': {
      html: target => `<style>@keyframes m { to { transform: rotate(1turn) } }</style>
        <div style="width:20px;height:20px;animation:m 1s linear infinite"></div>${target()}`,
      deeds: ['click'],
    },
    'moved by a transition that begins late': {
      html: changing(
        "after(30, () => { target().style.transition = 'margin-left .3s'; target().style.marginLeft = '150px'; });",
      ),
      differsInPlace: SOONER,
      deeds: ['click', 'hover'],
    },
    'moved frame by frame for a while': {
      html: changing(
        "let n = 0; const step = () => { target().style.marginLeft = 10 * n + 'px'; if (++n < 15) requestAnimationFrame(step); }; requestAnimationFrame(step);",
      ),
      deeds: ['click', 'hover', 'check'],
    },
    'moved by rules of a sheet, frame by frame': {
      html: target =>
        `<style>#t { margin-left: 0 }</style>${target()}${begins(
          "let n = 0; const [rule] = document.styleSheets[0].cssRules; const step = () => { rule.style.marginLeft = 9 * n + 'px'; if (++n < 15) requestAnimationFrame(step); }; requestAnimationFrame(step);",
        )}`,
      deeds: ['click'],
    },
    'moved by a timer for a while': {
      html: changing(
        "let n = 0; const timer = setInterval(() => { target().style.marginLeft = 8 * ++n + 'px'; if (n > 15) clearInterval(timer); }, 15);",
      ),
      differsInPlace: ONE_FRAME,
      deeds: ['click', 'fill'],
    },
    'pushed down by what is put before it': {
      html: changing(
        "after(30, () => document.body.insertAdjacentHTML('afterbegin', '<div style=height:200px>New</div>'));",
      ),
      differsInPlace: SOONER,
      deeds: ['click'],
    },
    'pushed down while what is above it grows': {
      html: target => `<style>@keyframes grow { from { height: 0 } to { height: 200px } }</style>
        <div id="above"></div>${target()}${begins("document.getElementById('above').style.animation = 'grow .4s linear forwards'")}
        <script>for (const type of ['click', 'mouseover']) document.addEventListener(type, () => {
          if (document.getElementById('above').getAnimations()[0]?.playState === 'running') tellSeen(type + ' while it moves');
        }, true);</script>`,
      deeds: ['click', 'hover'],
    },
    'moved in a shadow root': {
      html: target =>
        `${shadowed(MOVE + target())}${begins(
          "document.getElementById('host').shadowRoot.getElementById('t').style.animation = 'm .3s linear'",
        )}`,
      differsInPlace: ONE_FRAME,
      deeds: ['click', 'hover'],
    },
    'that goes elsewhere when it is first hovered': {
      html: target => `${target('style="position:absolute;left:620px;top:300px"')}<script>
        document.getElementById('t').addEventListener('mouseenter', ({ target }) => { target.style.left = '220px'; }, { once: true });</script>`,
      deeds: ['click'],
    },
  },
  'an element that is covered': {
    'covered for a while': {
      html: target => target() + COVER + begins("after(250, () => document.getElementById('c').remove())"),
      deeds: ['click', 'hover', 'check', 'fill', 'expect'],
    },
    'covered for good': {
      html: target => target() + COVER,
      deeds: ['click', 'hover', 'fill'],
      hopeless: 'pointer',
    },
    'covered by what lets clicks through': {
      html: target => `${target()}<div style="position:fixed;inset:0;pointer-events:none"></div>`,
      deeds: ['click', 'check'],
    },
    'half covered, not in its middle': {
      html: target => `<div style="position:relative">${target('style="width:200px;height:40px"')}
        <div style="position:absolute;left:0;top:0;width:60px;height:60px;background:red"></div></div>`,
      deeds: ['click'],
    },
    'under a bar that sticks': {
      html: target => `<div style="position:sticky;top:0;height:80px;background:#ccc;z-index:2">Bar</div>
        <div style="height:1200px"></div>${target()}<div style="height:1200px"></div><script>scrollTo(0, 1260)</script>`,
      deeds: ['click', 'hover', 'check'],
    },
  },
  'an element that comes and goes': {
    'taken away and put back': {
      html: changing(
        'const t = target(); const at = t.parentNode; after(20, () => t.remove()); after(250, () => at.append(t));',
      ),
      deeds: ['click', 'select'],
    },
    'not there yet': {
      html: target =>
        begins(
          `after(250, () => document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(target()).replaceAll('</', '<\\/')}))`,
        ),
      deeds: ALL,
    },
    'made anew again and again': {
      html: changing(
        'let n = 0; const timer = setInterval(() => { const t = target(); const copy = t.cloneNode(true); copy.value = t.value; t.replaceWith(copy); if (++n > 15) clearInterval(timer); }, 20);',
      ),
      deeds: ['click', 'select'],
    },
    'never there': { html: () => '<p>Nothing</p>', deeds: ['click', 'fill', 'select', 'expect'], hopeless: 'all' },
    'in details that open late': {
      html: target =>
        `<details id="d"><summary>More</summary>${target()}</details>${begins("after(200, () => { document.getElementById('d').open = true; })")}`,
      deeds: ['click', 'fill', 'expect'],
    },
  },
  'an element to scroll to': {
    'far below': {
      html: target => `<div style="height:4000px"></div>${target()}`,
      deeds: ['click', 'hover', 'fill', 'select', 'expect'],
    },
    'far to the right': {
      html: target => `<div style="width:5000px;text-align:right">${target()}</div>`,
      deeds: ['click'],
    },
    'in a box that scrolls': {
      html: target =>
        `<div style="height:100px;overflow:auto"><div style="height:900px"></div>${target()}<div style="height:900px"></div></div>`,
      deeds: ['click', 'check'],
    },
    'in a box that scrolls in another': {
      html: target => `<div style="height:150px;overflow:auto"><div style="height:600px"></div>
        <div style="height:90px;overflow:auto"><div style="height:500px"></div>${target()}</div></div>`,
      deeds: ['click'],
    },
    'in a box that hides what does not fit': {
      html: target => `<div style="height:60px;overflow:hidden"><div style="height:500px"></div>${target()}</div>`,
      deeds: ['click', 'expect'],
    },
    'where scrolling is smooth': {
      html: target => `<style>html { scroll-behavior: smooth }</style><div style="height:3000px"></div>${target()}`,
      deeds: ['click', 'hover'],
    },
    'with room kept around it for scrolling': {
      html: target =>
        `<style>html { scroll-padding: 90px }</style><div style="height:3000px"></div>${target('style="scroll-margin:40px"')}<div style="height:3000px"></div>`,
      deeds: ['click'],
    },
    'scrolled while it is looked for': {
      html: target =>
        `<div style="height:2000px"></div>${target()}<div style="height:2000px"></div>${begins('after(20, () => scrollTo(0, 900))')}`,
      differsInPlace: SOONER,
      deeds: ['click'],
    },
    'half out of view': {
      html: style('position:absolute;left:-30px;top:100px;width:90px'),
      deeds: ['click'],
    },
    'fixed at the bottom': { html: style('position:fixed;bottom:0;right:0'), deeds: ['click'] },
    'out of reach': { html: style('position:fixed;left:-500px'), deeds: ['click', 'fill'], hopeless: 'pointer' },
    'in a row that reads from the right': { html: around('direction:rtl;width:3000px'), deeds: ['click'] },
  },
  'an element in a frame': {
    'in a frame': { html: target => framed(target()), frames: ['iframe'], deeds: ALL },
    'in a frame with edges': {
      html: target => framed(target(), 'margin:33px;border:7px solid;padding:11px'),
      frames: ['iframe'],
      deeds: ['click', 'hover'],
    },
    'far down in a frame': {
      html: target => framed(`<div style="height:900px"></div>${target()}`),
      frames: ['iframe'],
      deeds: ['click', 'fill'],
    },
    'in a frame that is far down': {
      html: target => `<div style="height:2500px"></div>${framed(target())}`,
      frames: ['iframe'],
      deeds: ['click', 'select'],
    },
    'in a frame in a frame': {
      html: target => framed(framed(target(), 'border:3px solid'), 'width:500px;height:300px'),
      frames: ['iframe', 'iframe'],
      deeds: ['click', 'fill', 'expect'],
    },
    'in a frame that is turned': {
      html: target => framed(target(), 'transform:rotate(8deg)'),
      frames: ['iframe'],
      deeds: ['click', 'fill'],
    },
    'in a frame that is covered': {
      html: target => framed(target()) + COVER,
      frames: ['iframe'],
      deeds: ['click', 'fill'],
      hopeless: 'pointer',
    },
    'in a frame that is hidden': {
      html: target => framed(target(), 'display:none'),
      frames: ['iframe'],
      deeds: ['click', 'fill', 'select', 'expect'],
      hopeless: 'all',
    },
    'in a frame that comes late': {
      html: target =>
        begins(
          `after(250, () => document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(framed(target())).replaceAll('</', '<\\/')}))`,
        ),
      frames: ['iframe'],
      deeds: ['click', 'fill', 'expect'],
    },
  },
  'an element in a shadow root': {
    'in a shadow root': { html: target => shadowed(target()), deeds: ALL },
    'in the slot of a shadow root': {
      html: target => `<div id="host">${target()}</div><script>
        document.getElementById('host').attachShadow({ mode: 'open' }).innerHTML = '<p>Before <slot></slot></p>'</script>`,
      deeds: ['click', 'fill'],
    },
    'in a shadow root in another': {
      html: target => shadowed(shadowedInside(target())),
      deeds: ['click', 'fill', 'expect'],
    },
    'covered for a while in a shadow root': {
      html: target =>
        `${shadowed(target() + COVER)}${begins("after(250, () => document.getElementById('host').shadowRoot.getElementById('c').remove())")}`,
      deeds: ['click', 'check'],
    },
    'in a shadow root in a frame': {
      html: target => framed(shadowed(target())),
      frames: ['iframe'],
      deeds: ['click', 'fill'],
    },
  },
  'an element in a state': {
    'disabled for a while': {
      html: changing('after(250, () => { target().disabled = false; });', 'disabled'),
      deeds: ['click', 'hover', 'fill', 'check', 'select'],
    },
    'disabled for good': { html: target => target('disabled'), deeds: ALL, hopeless: 'input' },
    'disabled by its fieldset': {
      html: target => `<fieldset disabled>${target()}</fieldset>`,
      deeds: ['click', 'fill'],
      hopeless: 'input',
    },
    'disabled for assistive technology alone': {
      html: target => target('aria-disabled="true"'),
      deeds: ['click', 'fill'],
      hopeless: 'input',
    },
    'inert for a while': {
      html: target =>
        `<div id="i" inert>${target()}</div>${begins("after(250, () => { document.getElementById('i').inert = false; })")}`,
      deeds: ['click', 'fill', 'select'],
    },
    'hidden for a while': {
      html: changing('after(250, () => { target().hidden = false; });', 'hidden'),
      deeds: ['click', 'hover', 'fill', 'expect'],
    },
    'shown by a rule of a sheet': {
      html: target =>
        `<style>#t { display: none }</style>${target()}${begins("after(200, () => { document.styleSheets[0].cssRules[0].style.display = 'inline-block'; })")}`,
      deeds: ['click', 'expect'],
    },
    'invisible for good': {
      html: style('visibility:hidden'),
      deeds: ['click', 'hover', 'fill', 'expect'],
      hopeless: 'all',
    },
    'not drawn for good': { html: around('display:none'), deeds: ['click', 'select', 'expect'], hopeless: 'all' },
    'without colour': { html: style('opacity:0'), deeds: ['click', 'check', 'expect'] },
    'deaf to the pointer': {
      html: style('pointer-events:none'),
      deeds: ['click', 'check', 'fill'],
      hopeless: 'pointer',
    },
  },
  'an element that is drawn otherwise': {
    'in a label': { html: target => `<label>Name ${target()}</label>`, deeds: ['click', 'check', 'fill'] },
    'turned a little': { html: around('transform:rotate(20deg);width:200px;margin:80px'), deeds: ['click', 'hover'] },
    'larger than life': { html: around('transform:scale(1.7);transform-origin:0 0'), deeds: ['click'] },
    zoomed: { html: around('zoom:1.5'), deeds: ['click', 'check'] },
    'in perspective': { html: around('perspective:300px;transform:rotateY(20deg)'), deeds: ['click'] },
    'in a modal dialog': {
      html: target => `<dialog id="d">${target()}</dialog><script>document.getElementById('d').showModal()</script>`,
      deeds: ['click', 'fill'],
    },
    'among thousands': {
      html: target => `<div>${'<i>x</i>'.repeat(5_000)}</div>${target()}`,
      deeds: ['click', 'expect'],
    },
  },
  'an element of an odd page': {
    'on a page whose own promises, observers and timers are broken': {
      html: target =>
        `<script>window.Promise = window.MutationObserver = window.CustomEvent = function () { throw new Error('mine'); }; window.setTimeout = window.requestAnimationFrame = () => 0;</script>${target()}`,
      deeds: ['click', 'fill', 'expect'],
    },
    'on a page that draws without end': {
      html: target => `<script>const loop = () => requestAnimationFrame(loop); loop();</script>${target()}`,
      deeds: ['click', 'hover'],
    },
  },
};

/** By the tables that they are in. */
export const ON_SITUATIONS: Record<string, readonly EngineCase[]> = Object.fromEntries(
  Object.entries(SITUATIONS).map(([about, situations]) => [about, Object.entries(situations).flatMap(casesOf)]),
);
