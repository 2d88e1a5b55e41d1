import { choice, field, page } from '../pages.mjs';
import { batch } from '../peers/agent-browser.mjs';
import { chain } from '../peers/playwright-cli.mjs';
import { tool } from '../peers/playwright-mcp.mjs';
import { refOf } from '../refs.mjs';

/** What is entered: label of the field, kind, value, and its name in the form. */
export const FIELDS = [
  ['Title', 'select', 'Ms', 'title'],
  ['First name', 'text', 'Dana', 'first'],
  ['Last name', 'text', 'Reed', 'last'],
  ['Date of birth', 'text', '1988-04-17', 'born'],
  ['Email', 'text', 'dana@example.com', 'email'],
  ['Phone', 'text', '0117 496 0123', 'phone'],
  ['Street', 'text', '9 Mill Lane', 'street'],
  ['Postcode', 'text', 'BS1 4DJ', 'postcode'],
  ['Town', 'text', 'Bristol', 'town'],
  ['Country', 'select', 'Ireland', 'country'],
  ['Employer', 'text', 'Harbour Labs', 'employer'],
  ['Occupation', 'text', 'Surveyor', 'occupation'],
  ['Yearly income', 'text', '41000', 'income'],
  ['Employment', 'select', 'Permanent', 'employment'],
  ['Moving in on', 'text', '2027-03-01', 'moving'],
  ['People', 'text', '3', 'people'],
  ['Two years', 'radio', 'true', 'term'],
  ['We have pets', 'checkbox', 'true', 'pets'],
  ['We need parking', 'checkbox', 'true', 'parking'],
  ['How you heard of us', 'select', 'A friend', 'heard'],
  ['About you', 'text', 'Quiet couple with one child and a cat.', 'about'],
  ['I agree to the terms', 'checkbox', 'true', 'terms'],
];

const OPTIONS = {
  title: ['Mr', 'Ms', 'Mx', 'Dr'],
  country: ['United Kingdom', 'Ireland', 'France', 'Germany'],
  employment: ['Permanent', 'Temporary', 'Self-employed', 'Retired'],
  heard: ['A friend', 'Newspaper', 'Search engine'],
};
const TYPES = { born: 'type="date"', moving: 'type="date"', email: 'type="email"', people: 'type="number"' };

const box = (label, name, type, value) =>
  `<label><input type="${type}" name="${name}" value="${value}"> ${label}</label> `;

function control([label, kind, , name]) {
  if (kind === 'select') return choice(label, name, OPTIONS[name]);
  if (kind === 'checkbox') return `<p>${box(label, name, kind, 'true')}</p>`;
  if (kind === 'radio')
    return `<fieldset><legend>Term</legend>${['One year', 'Two years', 'Open'].map(each => box(each, name, kind, each === label)).join('')}</fieldset>`;
  if (name === 'about')
    return `<p><label for="about">${label}</label><br><textarea id="about" name="about"></textarea></p>`;
  return field(label, name, TYPES[name]);
}

const form = faults =>
  page(
    'Apply for a flat',
    `<p>Flat 4, Quay House. Three rooms, balcony, from March.</p>${faults.map(each => `<p role="alert">${each} is wrong.</p>`).join('')}
<form method="post" action="/apply"><h2>About you</h2>${FIELDS.map(control).join('')}
<button>Send application</button> <button type="reset">Clear</button></form>`,
  );

const DATES = ['Date of birth', 'Moving in on'];
const ROLES = { text: 'textbox', select: 'combobox', radio: 'radio', checkbox: 'checkbox' };

const roleOf = (label, kind) => (label === 'People' ? 'spinbutton' : ROLES[kind]);

const valuesOf = (...kinds) =>
  Object.fromEntries(FIELDS.filter(([, kind]) => kinds.includes(kind)).map(([label, , value]) => [label, value]));

async function byAgentBrowser({ ask, url }) {
  const seen = await ask(batch(`open ${url}`, 'snapshot -i'));
  const enter = ([label, kind, value]) => {
    const ref = `@${refOf(seen, roleOf(label, kind), label)}`;
    if (kind === 'text') return `fill ${ref} '${value}'`;
    return kind === 'select' ? `select ${ref} '${value}'` : `check ${ref}`;
  };
  const send = `click @${refOf(seen, 'button', 'Send application')}`;
  const others = FIELDS.filter(([label]) => !DATES.includes(label)).map(enter);
  // `fill` leaves fields for dates empty.
  const dates = valuesOf('text');
  const set = `a.value='${dates[DATES[0]]}';b.value='${dates[DATES[1]]}'`;
  const entered = `agent-browser eval "[a,b]=document.querySelectorAll('[type=date]');${set}"`;
  await ask(`${entered} && ${batch(...others, send, 'wait --text reference', 'get text main')}`);
}

/** What is alike is said once, in a line of Playwright. */
async function byPlaywrightCli({ ask, url }) {
  await ask(chain(`open ${url}`, 'snapshot'));
  const code = [
    'async page => {',
    'const at = label => page.getByLabel(label, { exact: true });',
    `for (const [label, value] of Object.entries(${JSON.stringify(valuesOf('text'))})) await at(label).fill(value);`,
    `for (const [label, value] of Object.entries(${JSON.stringify(valuesOf('select'))})) await at(label).selectOption(value);`,
    `for (const label of ${JSON.stringify(Object.keys(valuesOf('radio', 'checkbox')))}) await at(label).check();`,
    "await page.getByRole('button', { name: 'Send application' }).click();",
    '}',
  ];
  await ask(`playwright-cli --raw run-code '${code.join(' ').replaceAll("'", '"')}' && ${chain('snapshot main')}`);
}

async function byPlaywrightMcp({ ask, url }) {
  await ask(tool('navigate', { url }));
  const seen = await ask(tool('snapshot'));
  const entry = ([name, kind, value]) => ({
    target: refOf(seen, roleOf(name, kind), name),
    name,
    type: ROLES[kind],
    value,
  });
  await ask(tool('fill_form', { fields: FIELDS.map(entry) }));
  await ask(tool('click', { target: refOf(seen, 'button', 'Send application') }));
  await ask(tool('snapshot', { target: 'main' }));
}

async function bySteploom({ ask, url }) {
  await ask(`steploom do open ${url}`);
  const enter = ([label, kind, value]) => {
    if (kind === 'radio' || kind === 'checkbox') return `check "${label}"`;
    return `${kind === 'select' ? 'select' : 'fill'} "${label}" "${value}"`;
  };
  const lines = [...FIELDS.map(enter), 'click "Send application"', 'text --find reference'];
  await ask(`steploom do <<E\n${lines.join('\n')}\nE`);
}

const scripts = {
  steploom: bySteploom,
  'agent-browser': byAgentBrowser,
  'playwright-cli': byPlaywrightCli,
  'playwright-mcp': byPlaywrightMcp,
};

/** Fill in all 22 fields of an application, and tell its reference. */
export const longForm = {
  title: 'form of 22 fields',
  path: '/apply',
  routes: {
    'GET /apply': () => form([]),
    'POST /apply': ({ form: sent }) => {
      const faults = FIELDS.filter(([, , value, name]) => sent[name] !== value).map(([label]) => label);
      return faults.length > 0
        ? form(faults)
        : page('Application received', '<p>Your reference is A-7731.</p><p>We answer within five days.</p>');
    },
  },
  proof: ['A-7731'],
  scripts,
};
