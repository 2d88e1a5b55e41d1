import { expect, test } from 'vitest';
import { z } from 'zod';
import { useRunner } from '../../ide-bridge/runner/runner-fixture.ts';

/** Takes from the page what is used to take it down, and draws itself anew with every action. */
const HOSTILE = `<title>Seats</title>
<script>JSON.stringify = () => 'no'; window.CustomEvent = class {}; EventTarget.prototype.dispatchEvent = () => false;</script>
<label>Seat <input></label><label>Row <select><option>One<option>Two</select></label>
<button onclick="document.querySelector('output').textContent = 'Booked ' + document.querySelector('input').value">Book</button>
<output>Free</output>`;

const runner = useRunner(
  {
    '/': `<title>Seats</title><label>Seat <input></label><label>Row <select><option>One<option>Two</select></label>
      <button onclick="document.querySelector('output').textContent = 'Booked ' + document.querySelector('input').value">Book</button>
      <output>Free</output>`,
    '/hostile': HOSTILE,
    '/framed': `<title>Framed</title><iframe src="/"></iframe><button onclick="this.textContent = 'Pressed'">Press</button>`,
  },
  { context: 'fresh' },
);

const Facts = z.object({ pages: z.string() });

async function shown(runId: string, moment: number) {
  const { client, service } = runner.app;
  const headers = { authorization: `Bearer ${client.token}` };
  const { pages } = Facts.parse(
    await (await fetch(`${service.url}/api/moments/${runId}/${moment}`, { headers })).json(),
  );
  const side = async (name: string) => (await fetch(`${service.url}${pages}/${name}/page`)).text();
  return { before: await side('before'), after: await side('after') };
}

const seat = "getByLabel('Seat')";
const book = { type: 'click', locator: "getByRole('button', { name: 'Book' })" };
const actions = [
  { type: 'fill', locator: seat, value: '4A' },
  { type: 'select', locator: "getByLabel('Row')", values: ['Two'] },
  { type: 'press', locator: seat, key: 'B' },
  book,
];

test.each(['/', '/hostile'])('the page before and after each action is what it was then, on %s', async url => {
  const { runId } = await runner.passes([{ type: 'visit', url }, ...actions]);
  const [filled, chosen, pressed, booked] = await Promise.all([2, 3, 4, 5].map(moment => shown(runId, moment)));
  expect(filled?.before).not.toContain('4A');
  expect(filled?.after).toContain('4A');
  expect(chosen?.before).toContain('4A');
  expect(pressed?.before).not.toContain('4AB');
  expect(pressed?.after).toContain('4AB');
  expect(booked?.before).toContain('Free');
  expect(booked?.after).toContain('Booked 4AB');
  expect(booked?.after).not.toContain('Free');
});

test('a page with frames is kept before and after what is done to it, too', async () => {
  const press = { type: 'click', locator: "getByRole('button', { name: 'Press' })" };
  const { runId } = await runner.passes([{ type: 'visit', url: '/framed' }, press]);
  const { before, after } = await shown(runId, 2);
  expect(before).toContain('>Press<');
  expect(after).toContain('>Pressed<');
});
