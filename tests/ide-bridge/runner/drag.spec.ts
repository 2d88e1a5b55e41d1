import { describe, expect, test } from 'vitest';
import { useRunner } from './runner-fixture.ts';

const BOX = 'width:200px;height:40px;margin:8px;background:#ddd;user-select:none';

const runner = useRunner({
  '/html5': `<title>Dragging</title><p id="notes"></p>
    <div draggable="true" id="card" style="${BOX}" ondragstart="event.dataTransfer.setData('text', this.id)">Card</div>
    <div id="bin" style="${BOX}">Bin</div><div id="late" style="${BOX};display:none">Late</div>
    <script>
      const bins = [document.getElementById('bin'), document.getElementById('late')];
      card.addEventListener('drag', () => { late.style.display = 'block'; });
      for (const each of bins) {
        each.addEventListener('dragover', event => event.preventDefault());
        each.addEventListener('drop', event => { notes.textContent = event.dataTransfer.getData('text') + ' in ' + each.id; });
      }
    </script>`,
  // A list as the usual libraries sort it: begins after 5 px, a ghost under the pointer, looks at each move.
  '/sortable': `<title>Sorting</title><ul id="list" style="padding:0;list-style:none">
      ${['One', 'Two', 'Three', 'Four'].map(name => `<li style="${BOX}">${name}</li>`).join('')}</ul>
    <script>
      let start, held, ghost;
      list.addEventListener('pointerdown', event => { start = [event.clientX, event.clientY]; held = event.target; });
      addEventListener('pointermove', event => {
        if (!held) return;
        if (!ghost) {
          if (Math.hypot(event.clientX - start[0], event.clientY - start[1]) < 5) return;
          ghost = held.cloneNode(true);
          Object.assign(ghost.style, { position: 'fixed', opacity: 0.5, margin: 0 });
          document.body.append(ghost);
        }
        ghost.style.left = event.clientX - 20 + 'px';
        ghost.style.top = event.clientY - 20 + 'px';
        const over = document.elementsFromPoint(event.clientX, event.clientY).find(each => each.parentNode === list);
        if (!over || over === held) return;
        const isBelow = held.compareDocumentPosition(over) & Node.DOCUMENT_POSITION_FOLLOWING;
        over[isBelow ? 'after' : 'before'](held);
      });
      addEventListener('pointerup', () => { ghost?.remove(); held = ghost = undefined; });
    </script>`,
  '/map': `<title>Map</title><p id="notes"></p>
    <div id="map" style="width:400px;height:200px;background:#def;border:3px solid"></div>
    <script>
      let start;
      map.addEventListener('mousedown', event => {
        start = [event.clientX, event.clientY];
        document.body.style.pointerEvents = 'none';
      });
      addEventListener('mouseup', event => {
        if (!start) return;
        document.body.style.pointerEvents = '';
        notes.textContent = [event.clientX - start[0], event.clientY - start[1]].map(Math.round).join();
        start = undefined;
      });
    </script>`,
  // As dividers do: while the button is down a sheet lies over everything.
  '/sheet': `<title>Sheet</title><p id="notes"></p><button id="thing" style="${BOX}">Thing</button>
    <div id="place" style="${BOX}">Place</div><div id="sheet" style="position:fixed;inset:0;display:none"></div>
    <script>
      thing.addEventListener('mousedown', () => { sheet.style.display = 'block'; });
      addEventListener('mouseup', event => {
        sheet.style.display = 'none';
        notes.textContent = document.elementFromPoint(event.clientX, event.clientY).id;
      });
    </script>`,
  '/down': `<title>Pressed</title><p id="state">up</p><button>Hold</button><script>
      addEventListener('mousedown', () => { state.textContent = 'down'; });
      addEventListener('mouseup', () => { state.textContent = 'up again'; });
    </script>`,
});

const visit = (url: string) => ({ type: 'visit', url });
const drag = (locator: string, target: string) => ({ type: 'drag', locator, target });
const text = (locator: string, expected: string) => ({ type: 'assert', matcher: 'toHaveText', locator, expected });
const order = (...names: string[]) => ({
  type: 'assert',
  matcher: 'toPassScript',
  expected: `[...document.querySelectorAll('li')].map(each => each.textContent).join() === '${names.join()}'`,
});

describe('drag', () => {
  test('a drag drops an HTML5 draggable on its target, even one that appears during the drag', () =>
    runner.passes([
      visit('/html5'),
      drag("getByText('Card')", '#bin'),
      text('#notes', 'card in bin'),
      { type: 'script', code: '"late"', into: 'place' },
      drag('#card', "getByText('{{ $uppercase($substring(place, 0, 1)) & $substring(place, 1) }}')"),
      text('#notes', 'card in late'),
    ]));

  test('a drag sorts a list that follows the pointer, downwards and upwards', () =>
    runner.passes([
      visit('/sortable'),
      drag("getByText('One')", "getByText('Three')"),
      order('Two', 'Three', 'One', 'Four'),
      drag("getByText('Four')", "getByText('Two')"),
      order('Four', 'Two', 'Three', 'One'),
    ]));

  test('a drag reaches its target below what a page puts over everything while the button is down', () =>
    runner.passes([visit('/sheet'), drag('#thing', '#place'), text('#notes', 'place')]));

  test('a drag by an offset goes as far as that says, from anywhere in the element, beyond its edge too', () =>
    runner.passes([
      visit('/map'),
      { type: 'drag', locator: '#map', offset: { x: 120, y: -5 } },
      text('#notes', '120,-5'),
      { type: 'drag', locator: '#map', position: { x: 390, y: 10 }, offset: { x: 300, y: 250 } },
      text('#notes', '300,250'),
    ]));

  test('a drag by an offset from what is covered says by what, and presses nothing', async () => {
    const cover = `document.body.insertAdjacentHTML('beforeend', '<div id="over" style="position:fixed;inset:0"></div>')`;
    const { error } = await runner.fails([
      visit('/map'),
      { type: 'script', code: cover },
      { type: 'drag', locator: '#map', offset: { x: 120, y: 0 }, timeoutMs: 1_000 },
    ]);
    expect(error.message).toMatch(/#map .* is covered by/);
  });

  test('a drag whose target is missing names elements that come close and releases the mouse', {
    tags: 'full',
  }, async () => {
    const action = { ...drag("getByRole('button')", "getByRole('button', { name: 'Held' })"), timeoutMs: 5_000 };
    const { actions } = await runner.run([
      visit('/down'),
      { ...action, onFailure: 'continue' },
      text('#state', 'up again'),
    ]);
    expect(actions.map(({ state }) => state)).toEqual(['passed', 'error', 'passed']);
    expect(actions[1]?.error).toMatchObject({
      message: expect.stringMatching(/^Button “Hold” is there; .*\. No element matches button “Held” on /),
      candidates: ["getByRole('button', { name: 'Hold' })"],
    });
  });

  test('a drag whose source is missing names elements that come close', async () => {
    const action = { ...drag("getByRole('button', { name: 'Holt' })", '#state'), timeoutMs: 1_000 };
    const { error } = await runner.fails([visit('/down'), action]);
    expect(error.message).toMatch(/^Button “Hold” is there; .*\. No element matches button “Holt” on /);
    expect(error.candidates).toEqual(["getByRole('button', { name: 'Hold' })"]);
  });

  test('a drag says when several elements fit its target', async () => {
    const { error } = await runner.fails([visit('/sortable'), drag("getByText('One')", 'li')]);
    expect(error.message).toMatch(/4 elements/);
    expect(error.candidates?.length).toBeGreaterThan(1);
  });

  test('stopping the run ends the wait for the target of a drag', async () => {
    const code = await runner.write([visit('/down'), { ...drag('button', '#none'), timeoutMs: 60_000 }]);
    await runner.call('runTest', { testId: code });
    await runner.until(({ action }) => action?.type === 'drag');
    expect(await runner.call('stopTest')).toMatchObject({ state: 'stopped' });
  });
});
