/** An application in which several people meet: a chat, an auction, and an invitation that somebody else accepts. */
import { type ServedPages, servePages } from './serve-pages.ts';

const POLL_MS = 60;

const page = (title: string, body: string, script: string) => `<!doctype html><title>${title}</title>${body}<script>
const get = async path => (await fetch(path)).json();
const say = (path, values) => fetch(path + '?' + new URLSearchParams(values));
const every = look => { const again = async () => { await look(); setTimeout(again, ${POLL_MS}); }; again(); };
${script}</script>`;

const CHAT = page(
  'Chat',
  `<form><label>Your name <input id="who"></label><label>Message <input id="text"></label><button>Send</button></form>
  <ul id="lines" aria-label="Said so far"></ul>`,
  `document.forms[0].onsubmit = async event => {
    event.preventDefault();
    await say('/say', { who: who.value, text: text.value });
    text.value = '';
  };
  every(async () => {
    const said = await get('/lines');
    if (said.length !== lines.children.length)
      lines.innerHTML = said.map(line => '<li>' + line + '</li>').join('');
  });`,
);

const AUCTION = page(
  'Auction',
  `<h1>An old clock</h1><p>Highest bid: <strong id="best">0</strong></p><p id="state" role="status"></p>
  <label>Your bid <input id="bid" inputmode="numeric"></label><button id="go">Bid</button>
  <button id="close">Close the auction</button>`,
  `go.onclick = () => say('/bid', { bid: bid.value });
  document.getElementById('close').onclick = () => say('/close', {});
  every(async () => {
    const { best: highest, isClosed } = await get('/auction.json');
    best.textContent = highest;
    state.textContent = isClosed ? 'Sold for ' + highest : 'Open';
  });`,
);

const HOST = page(
  'Party',
  `<label>Guest <input id="guest"></label><button id="go">Invite</button><ul id="guests"></ul>`,
  `go.onclick = () => say('/invite', { guest: guest.value });
  every(async () => {
    const all = await get('/guests.json');
    const html = all.map(({ name, isComing }) => '<li>' + name + (isComing ? ' is coming' : ' was asked') + '</li>').join('');
    if (guests.innerHTML !== html) guests.innerHTML = html;
  });`,
);

const INBOX = page(
  'Inbox',
  `<h1>Inbox</h1><div id="mails"></div>`,
  `every(async () => {
    const all = (await get('/guests.json')).filter(({ isComing }) => !isComing);
    const html = all.map(({ name }) => '<p>Dear ' + name + ', come to the party! <button>Accept</button></p>').join('');
    if (mails.innerHTML !== html) mails.innerHTML = html;
  });
  mails.onclick = ({ target }) => { if (target.tagName === 'BUTTON') say('/accept', {}); };`,
);

interface People {
  lines: string[];
  best: number;
  isClosed: boolean;
  guests: { name: string; isComing: boolean }[];
}

const emptyState = (): People => ({ lines: [], best: 0, isClosed: false, guests: [] });

/** Whoever comes with `?new` begins anew. */
export function servePeople(): Promise<ServedPages> {
  let state = emptyState();
  const done =
    (change: (values: URLSearchParams) => void) =>
    ({ url }: { url: URL }) => {
      change(url.searchParams);
      return 'done';
    };
  const begins =
    (html: string) =>
    ({ url }: { url: URL }) => {
      if (url.searchParams.has('new')) state = emptyState();
      return html;
    };
  return servePages({
    '/chat': begins(CHAT),
    '/auction': begins(AUCTION),
    '/party': begins(HOST),
    '/inbox': INBOX,
    '/lines': () => JSON.stringify(state.lines),
    '/auction.json': () => JSON.stringify(state),
    '/guests.json': () => JSON.stringify(state.guests),
    '/say': done(values => void state.lines.push(`${values.get('who')}: ${values.get('text')}`)),
    '/bid': done(values => {
      state.best = Math.max(state.best, Number(values.get('bid')));
    }),
    '/close': done(() => {
      state.isClosed = true;
    }),
    '/invite': done(values => void state.guests.push({ name: values.get('guest') ?? '', isComing: false })),
    '/accept': done(() => {
      for (const guest of state.guests) guest.isComing = true;
    }),
  });
}
