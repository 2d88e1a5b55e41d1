import { describe, expect, it } from 'vitest';
import type { RawEvent } from '../../model/recording/raw-event.ts';
import { recordEvent } from '../../model/recording/record-event.ts';
import { beginRecording, withLastClosed, withoutRows } from '../../model/recording/recording-rows.ts';

type Event = RawEvent extends infer Each ? (Each extends RawEvent ? Omit<Each, 'tab' | 'at'> : never) : never;
type Moment = Event & { tab?: number; at?: number };

const on = (key: string) => ({ key, locators: [`#${key}`, `.${key}`] });
const start = beginRecording({ tabs: [1], tab: 1, appUrl: 'http://shop.test/', secretNames: ['password'] });

/** What is left of events that come ten seconds apart, unless they say when. */
function recorded(...events: Moment[]) {
  const all = events.map((event, index): RawEvent => ({ tab: 1, at: index * 10_000, ...event }));
  return all.reduce(recordEvent, start);
}

const rows = (...events: Moment[]) => recorded(...events).rows.map(({ fields }) => fields);
type ClickDetails = Partial<Omit<Extract<RawEvent, { kind: 'click' }>, 'kind'>>;

const click = (key: string, more: ClickDetails = {}): Moment => ({
  kind: 'click',
  target: on(key),
  count: 1,
  isField: false,
  modifiers: [],
  ...more,
});
const fill = (key: string, value: string, isSecret = false): Moment => ({
  kind: 'fill',
  target: on(key),
  value,
  isSecret,
});

describe('recordEvent', () => {
  it('makes one row of what is typed into a field, without the click into it, and keeps other locators', () => {
    const typing = [click('name', { isField: true }), fill('name', 'a'), fill('name', 'ad'), fill('name', 'ada')];
    expect(rows(...typing)).toEqual([{ type: 'fill', locator: '#name', fallbacks: ['.name'], value: 'ada' }]);
  });

  it('writes a password as a secret with a name that is free, the same one when it is typed again', () => {
    const { rows: made } = recorded(
      fill('word', 'pa', true),
      fill('word', 'pass', true),
      click('go'),
      fill('word', 'pass2', true),
    );
    expect(made.map(({ fields }) => fields.value)).toEqual(['{{secret.password2}}', undefined, '{{secret.password2}}']);
    expect(made[0]?.secret).toEqual({ name: 'password2', value: 'pass' });
  });

  it('goes over what shows an element before the click on it, and keeps both rows', () => {
    const deeds = [{ kind: 'hover' as const, target: on('menu') }, click('print')];
    expect(rows(...deeds).map(({ type, locator }) => [type, locator])).toEqual([
      ['hover', '#menu'],
      ['click', '#print'],
    ]);
  });

  it('keeps braces that were typed as they are', () => {
    expect(rows(fill('note', '{{x}}'))).toMatchObject([{ value: '\\{{x}}' }]);
  });

  it('makes a double-click of two clicks, and nothing of the third', () => {
    const clicks = [click('row'), click('row', { count: 2 }), click('row', { count: 3 })];
    expect(rows(...clicks).map(({ type }) => type)).toEqual(['dblclick']);
  });

  it('keeps keys that do something, and drops the one that only went to the next field', () => {
    const keys: Moment[] = [fill('name', 'a'), { kind: 'press', target: on('name'), key: 'Tab' }, fill('mail', 'b')];
    expect(rows(...keys).map(({ type }) => type)).toEqual(['fill', 'fill']);
    const enter: Moment = { kind: 'press', target: on('mail'), key: 'Enter' };
    expect(rows(enter, click('go')).map(({ type }) => type)).toEqual(['press', 'click']);
  });

  it('keeps keys that are pressed on the page itself, as in a game, in one row', () => {
    const press = (key: string, tab = 1): Moment => ({ kind: 'press', key, tab });
    const keys = ['ArrowUp', 'ArrowUp', 'Shift+R'].map(key => press(key));
    expect(rows(...keys, click('again'), press('ArrowLeft'))).toMatchObject([
      { type: 'press', key: 'ArrowUp ArrowUp Shift+R' },
      { type: 'click' },
      { type: 'press', key: 'ArrowLeft' },
    ]);
    expect(rows(...Array.from({ length: 20 }, () => press('ArrowUp'))).map(({ key }) => String(key).length)).toEqual([
      95, 63,
    ]);
  });

  it('makes one row of text that an element takes key by key, and of the keys where it is edited in its midst', () => {
    const press = (key: string, name = 'terminal'): Moment => ({ kind: 'press', target: on(name), key });
    const typed = ['l', 's', 'Backspace', 'Space', '{', '{', 'Enter', 'ü'].map(key => press(key));
    expect(rows(...typed)).toMatchObject([{ type: 'fill', value: 'l \\{{\nü', keyByKey: true }]);
    const edited = ['a', 'b', 'ArrowLeft', 'c'].map(key => press(key));
    expect(rows(...edited)).toEqual([
      { type: 'press', key: 'a b ArrowLeft c', locator: '#terminal', fallbacks: expect.anything() },
    ]);
    expect(rows(press('q'), press('x', 'other'), press('Enter', 'search'), press('ü'))).toMatchObject([
      { type: 'press', key: 'q' },
      { type: 'press', key: 'x' },
      { type: 'press', key: 'Enter' },
      { type: 'fill', value: 'ü', keyByKey: true },
    ]);
  });

  it('leaves out keys that no action can name, rather than end', () => {
    const keys = ['ü', 'Control+ü', 'BrowserBack'];
    expect(rows(...keys.map((key): Moment => ({ kind: 'press', key })))).toEqual([]);
    expect(rows({ kind: 'press', key: 'a' }, { kind: 'press', key: 'ü' }, { kind: 'press', key: 'b' })).toMatchObject([
      { type: 'press', key: 'a b' },
    ]);
    expect(
      rows(
        { kind: 'press', target: on('terminal'), key: 'F1' },
        ...keys.map((key): Moment => ({ kind: 'press', target: on('terminal'), key })),
      ),
    ).toMatchObject([
      { type: 'press', key: 'F1' },
      { type: 'fill', value: 'ü', keyByKey: true },
    ]);
  });

  it('writes where a person goes, relative to the app, and not where an action leads', () => {
    const went = (path: string, at: number) =>
      ({ kind: 'went', way: 'visit', url: `http://shop.test${path}`, at }) as const;
    expect(rows(went('/basket?a=1', 0), { ...click('buy'), at: 9_000 }, went('/done', 9_500))).toMatchObject([
      { type: 'visit', url: '/basket?a=1' },
      { type: 'click' },
    ]);
    expect(rows({ kind: 'went', way: 'goBack', url: 'http://shop.test/' })).toEqual([{ type: 'goBack' }]);
  });

  it('follows tabs that pages open and writes those that a person opens, goes to and closes', () => {
    const opened = (tab: number, isByPage: boolean): Moment => ({ kind: 'opened', isByPage, url: 'about:blank', tab });
    expect(rows(click('help'), opened(2, true), click('close', { tab: 2 }))).toMatchObject([
      { type: 'click' },
      { type: 'click' },
    ]);
    expect(rows(click('help'), opened(2, true), click('buy', { tab: 1 }))[1]).toEqual({ type: 'switchTab', tab: '0' });
    const own: Moment[] = [opened(2, false), { kind: 'went', way: 'visit', url: 'http://shop.test/b', tab: 2 }];
    expect(rows(...own, { kind: 'closed', tab: 2 })).toEqual([{ type: 'newTab', url: '/b' }, { type: 'closeTab' }]);
  });

  it('writes that a person closes a tab at once after an action, but not that a tab of the page closes itself', () => {
    const opened: Moment = { kind: 'opened', isByPage: true, url: 'about:blank', tab: 2 };
    const closed: Moment = { kind: 'closed', tab: 2, at: 20_500 };
    const inOwn = [{ ...opened, isByPage: false }, click('pay', { tab: 2, at: 20_000 }), closed];
    expect(rows(...inOwn).at(-1)).toEqual({ type: 'closeTab' });
    expect(rows(opened, click('pay', { tab: 2, at: 20_000 }), closed).at(-1)).toMatchObject({ type: 'click' });
  });

  it('says in which tab it goes on where a person may have closed a tab of the page', () => {
    const opened: Moment = { kind: 'opened', isByPage: true, url: 'about:blank', tab: 2 };
    const made = rows(
      opened,
      click('pay', { tab: 2, at: 20_000 }),
      { kind: 'closed', tab: 2, at: 21_500 },
      click('on'),
    );
    expect(made.slice(1)).toMatchObject([
      { type: 'switchTab', tab: '0' },
      { type: 'click', locator: '#on' },
    ]);
  });

  it('writes the click with Control that opens a tab, and no other tab', () => {
    const opened: Moment = { kind: 'opened', isByPage: false, url: 'http://shop.test/b', tab: 2, at: 400 };
    const held = click('link', { modifiers: ['Control'] });
    expect(rows(held, opened, click('on'))).toMatchObject([
      { type: 'click', modifiers: ['Control'] },
      { type: 'switchTab', tab: '0' },
      { type: 'click', locator: '#on' },
    ]);
    expect(rows(held, { ...opened, url: 'chrome://newtab/' }).at(-1)).toMatchObject({ type: 'newTab' });
  });

  it('keeps the visit of a field that the page noticed, unless the field is typed into', () => {
    const [mail, tel] = [click('mail', { isField: true }), click('tel', { isField: true, isRefocusing: true })];
    expect(rows(mail, click('tel', { isField: true }), fill('tel', '1'))).toMatchObject([{ type: 'fill' }]);
    const visited = rows(mail, { kind: 'refocused' }, tel, fill('tel', '1'));
    expect(visited).toMatchObject([{ type: 'click', locator: '#mail' }, { type: 'fill' }]);
    expect(rows(fill('mail', 'a'), { kind: 'refocused' }, tel, fill('tel', '1'))).toMatchObject([
      { type: 'fill' },
      { type: 'fill' },
    ]);
  });

  it('writes where in an element a drag begins and ends, and how far a list was turned', () => {
    const drag: Moment = { kind: 'drag', target: on('thumb'), onto: on('track'), targetPosition: { x: 150, y: 10 } };
    expect(rows({ kind: 'scroll', target: on('list'), x: 0, y: 800 }, drag)).toMatchObject([
      { type: 'scroll', locator: '#list', y: 800 },
      { type: 'drag', locator: '#thumb', target: '#track', targetPosition: { x: 150, y: 10 } },
    ]);
  });

  it('writes how far something was dragged where nothing lies at the end', () => {
    const drag: Moment = { kind: 'drag', target: on('map'), position: { x: 9, y: 8 }, offset: { x: 120, y: -5 } };
    expect(rows(drag)).toMatchObject([
      { type: 'drag', locator: '#map', position: { x: 9, y: 8 }, offset: { x: 120, y: -5 } },
    ]);
  });

  it('types key by key in an editor what is no mere text, with the caret where the mouse has put it', () => {
    const keyed: Moment = { kind: 'keyed', target: on('body'), keys: ['#', 'Space', 'a'], isInstead: true };
    const typed = { type: 'fill', locator: '#body', value: '# a', keyByKey: true };
    expect(rows(fill('body', '#'), keyed)).toMatchObject([typed]);
    const caret = { position: { x: 5, y: 6 }, count: 2 };
    expect(rows(fill('body', 'a#'), { ...keyed, caret })).toMatchObject([
      { type: 'dblclick', locator: '#body', position: { x: 5, y: 6 } },
      typed,
    ]);
    const moves: Moment = {
      ...{ kind: 'keyed', target: on('body'), isInstead: false },
      keys: ['Shift+Home', 'x', 'y', 'Shift+End', 'Home'],
    };
    expect(rows(fill('body', 'a'), moves).map(({ key, value }) => key ?? value)).toEqual([
      ...['a', 'Shift+Home', 'xy', 'Shift+End Home'],
    ]);
  });

  it('waits for what a key chooses, once', () => {
    const enter: Moment = { kind: 'press', target: on('city'), key: 'Enter', awaited: on('bern') };
    expect(rows(enter)).toMatchObject([
      { type: 'wait', until: 'visible', locator: '#bern' },
      { type: 'press', key: 'Enter', locator: '#city' },
    ]);
    const down: Moment = { ...enter, key: 'ArrowDown', awaited: on('basel') };
    expect(rows(down, enter).map(({ type }) => type)).toEqual(['wait', 'press', 'press']);
  });

  it('writes what is pasted, with its formats, and what is typed where each key is offered something', () => {
    const paste: Moment = { kind: 'paste', target: on('body'), text: 'a {{b}}', html: '<b>a</b>' };
    expect(rows(paste)).toMatchObject([{ type: 'paste', locator: '#body', value: 'a \\{{b}}', html: '<b>a</b>' }]);
    const offered = (value: string): Moment => ({
      ...{ kind: 'fill', target: on('city'), isSecret: false, isByKeys: true },
      value,
    });
    expect(rows(offered('be'))[0]).toMatchObject({ type: 'fill', value: 'be', keyByKey: true });
    expect(rows(offered('be'), offered(''))[0]).not.toHaveProperty('keyByKey');
  });

  it('puts the answer to a dialog before the action that opened it, and none for one that is dismissed', () => {
    const dialog: Moment = { kind: 'dialog', accept: true, text: 'Ada' };
    expect(rows(click('ask'), dialog)).toMatchObject([
      { type: 'dialog', accept: true, text: 'Ada' },
      { type: 'click' },
    ]);
    expect(rows(click('ask'), { kind: 'dialog', accept: false })).toMatchObject([{ type: 'click' }]);
  });

  it('writes ticks, choices, files, drags, right-clicks and places on drawings', () => {
    const events: Moment[] = [
      { kind: 'tick', target: on('agree'), isTicked: true },
      { kind: 'tick', target: on('news'), isTicked: false },
      { kind: 'choose', target: on('land'), values: ['Norway'] },
      { kind: 'choose', target: on('land'), values: ['Austria'] },
      { kind: 'upload', target: on('photo'), files: ['cat.png'] },
      { kind: 'drag', target: on('card'), onto: on('done') },
      { kind: 'right-click', target: on('row'), modifiers: ['Shift'] },
      click('map', { position: { x: 3, y: 4 } }),
    ];
    expect(rows(...events)).toMatchObject([
      { type: 'check' },
      { type: 'uncheck' },
      { type: 'select', values: ['Austria'] },
      { type: 'upload', files: ['cat.png'] },
      { type: 'drag', target: '#done' },
      { type: 'rightClick', modifiers: ['Shift'] },
      { type: 'click', position: { x: 3, y: 4 } },
    ]);
  });

  it('goes on in no row behind which something else was put, though a field tells its value again', () => {
    const begun = withLastClosed(recorded(fill('a', 'Ann')));
    const again = [{ ...fill('a', 'Ann'), isLeft: true }, fill('a', 'Ann Lee')].map(
      (event, index): RawEvent => ({
        ...{ tab: 1, at: 20_000 + index },
        ...event,
      }),
    );
    const { rows: all } = again.reduce(recordEvent, begun);
    expect(all.map(({ fields }) => fields.value)).toEqual(['Ann', 'Ann Lee']);
    expect(withLastClosed(start)).toBe(start);
  });

  it('makes no row of what no locator leads to, nor of rows that were taken out', () => {
    expect(rows(click('x', { target: { key: 'x', locators: [] } }))).toEqual([]);
    expect(withoutRows(recorded(click('a'), click('b')), new Set([1])).rows).toHaveLength(1);
  });

  it('keeps the windows of several people apart, though tabs and elements are numbered alike', () => {
    const by = (actor: string, moment: Moment): Moment => ({ ...moment, actor });
    const made = recorded(
      fill('text', 'Hel'),
      by('Ben', fill('text', 'Hi')),
      fill('text', 'Hello'),
      by('Ben', { ...click('go'), at: 40_000 }),
      // Of the first window: what somebody clicked in another one did not cause it.
      { kind: 'went', way: 'visit', url: 'http://shop.test/basket', at: 40_100 },
      // Ben's click did.
      by('Ben', { kind: 'went', way: 'visit', url: 'http://shop.test/paid', at: 40_200 }),
    );
    expect(made.rows.map(({ fields, origin }) => [origin.actor, fields.type, fields.value ?? fields.url])).toEqual([
      [undefined, 'fill', 'Hel'],
      ['Ben', 'fill', 'Hi'],
      [undefined, 'fill', 'Hello'],
      ['Ben', 'click', undefined],
      [undefined, 'visit', '/basket'],
    ]);
  });

  it('counts the tabs of each window by themselves, and puts an answer before the click that asks', () => {
    const by = (actor: string, moment: Moment): Moment => ({ ...moment, actor });
    const made = recorded(
      { kind: 'opened', isByPage: false, url: 'about:blank', tab: 2 },
      by('Ben', click('delete')),
      click('save'),
      by('Ben', { kind: 'dialog', accept: true, at: 20_100 }),
      by('Ben', click('next')),
    );
    expect(made.rows.map(({ fields, origin }) => [origin.actor, fields.type])).toEqual([
      [undefined, 'newTab'],
      ['Ben', 'dialog'],
      ['Ben', 'click'],
      [undefined, 'switchTab'],
      [undefined, 'click'],
      ['Ben', 'click'],
    ]);
  });
});
