/** A page as it was when its test passed, and as it is now, when the locator finds nothing any more. */
export interface MutatedPage {
  name: string;
  /** Left out: the test has never passed. */
  before?: string;
  after: string;
  locator: string;
  fallback: string;
  /** What is done with it; default: it is clicked. */
  deed?: { type: string } & Record<string, unknown>;
}

const role = (kind: string, name: string, more = '') => `getByRole('${kind}', { name: '${name}'${more} })`;
const FILL = { type: 'fill', value: 'Ann' };
const VISIBLE = { type: 'assert', matcher: 'toBeVisible' };
const button = (words: string, attributes = '') => `<button class="btn primary" ${attributes}>${words}</button>`;
const row = (who: string, attributes = '') =>
  `<tr><td>${who}</td><td>${who}@shop.test</td><td><button class="delete" ${attributes}>Delete</button></td></tr>`;
const table = (...rows: string[]) => `<table>${rows.join('')}</table>`;
const street = (heading: string, attributes = '') =>
  `<h2>${heading}</h2><label>Street <input class="street" ${attributes}></label>`;
const dialog = (name: string, attributes = '') =>
  `<div role="dialog" aria-label="${name}"><button class="ok" ${attributes}>OK</button></div>`;
const card = (name: string, attributes = '') =>
  `<article><h3>${name}</h3><a class="more" href="/${name}" ${attributes}>Details</a></article>`;
const select = (label: string, attributes = '') =>
  `<label>${label} <select ${attributes}><option>One</option><option>Two</option></select></label>`;

/** Where the fallback finds another element than the one that is meant. */
export const OTHERS: readonly MutatedPage[] = [
  {
    name: 'the only button is Delete, and the test never passed',
    after: button('Delete'),
    locator: role('button', 'Save'),
    fallback: '.btn.primary',
  },
  {
    name: 'Save has become Delete',
    before: button('Save'),
    after: button('Delete'),
    locator: role('button', 'Save'),
    fallback: '.btn.primary',
  },
  {
    name: 'Save, known by its id, has become Delete',
    before: button('Save', 'id="save"'),
    after: button('Delete'),
    locator: '#save',
    fallback: '.btn.primary',
  },
  { name: 'an id without words was never seen', after: button('Delete'), locator: '#save', fallback: '.btn.primary' },
  {
    name: 'the text Save has become Discard',
    before: button('Save'),
    after: button('Discard'),
    locator: "getByText('Save')",
    fallback: '.btn',
  },
  {
    name: 'the one field left is that of the password',
    before: '<label>E-mail <input></label>',
    after: '<label>Password <input type="password"></label>',
    locator: "getByLabel('E-mail')",
    fallback: 'input',
    deed: FILL,
  },
  {
    name: 'the row of Alice has gone, that of Bob is there',
    before: table(row('Alice'), row('Bob')),
    after: table(row('Bob')),
    locator: `${role('row', 'Alice')}.${role('button', 'Delete')}`,
    fallback: '.delete',
  },
  {
    name: 'the row of Alice, known by an id, has gone',
    before: table(row('Alice', 'id="first"'), row('Bob')),
    after: table(row('Bob')),
    locator: '#first',
    fallback: '.delete',
  },
  {
    name: 'the row of Alice was never seen',
    after: table(row('Bob')),
    locator: `${role('row', 'Alice')}.${role('button', 'Delete')}`,
    fallback: '.delete',
  },
  {
    name: 'another card has the link',
    before: card('Tent', 'id="tent"') + card('Stove'),
    after: card('Stove'),
    locator: '#tent',
    fallback: '.more',
  },
  {
    name: 'another section has the field',
    before: street('Billing', 'id="b"') + street('Shipping'),
    after: street('Shipping'),
    locator: '#b',
    fallback: '.street',
    deed: FILL,
  },
  {
    name: 'an icon for saving has become one for deleting',
    before: '<button class="icon" id="s"><i class="disk"></i></button>',
    after: '<button class="icon"><i class="bin"></i></button>',
    locator: '#s',
    fallback: '.icon',
  },
  {
    name: 'Order has become Cancel order',
    before: button('Order', 'id="o"'),
    after: button('Cancel order'),
    locator: '#o',
    fallback: '.btn',
  },
  {
    name: 'Pay has become Pay later',
    before: button('Pay', 'id="p"'),
    after: button('Pay later'),
    locator: '#p',
    fallback: '.btn',
  },
  {
    name: 'one list has taken the place of another',
    before: button('Add to cart'),
    after: button('Add to wish list'),
    locator: role('button', 'Add to cart'),
    fallback: '.btn',
  },
  {
    name: 'another page number is shown',
    before: '<a href="#" class="page">Page 3</a>',
    after: '<a href="#" class="page">Page 4</a>',
    locator: role('link', 'Page 3'),
    fallback: '.page',
  },
  {
    name: 'the card number has become a coupon code',
    before: '<form><label>Card number <input></label></form>',
    after: '<form><label>Coupon code <input></label></form>',
    locator: "getByLabel('Card number')",
    fallback: 'form input',
    deed: FILL,
  },
  {
    name: 'another dialog asks',
    before: dialog('Save changes', 'id="y"'),
    after: dialog('Delete account'),
    locator: '#y',
    fallback: '.ok',
  },
  {
    name: 'another box is there to tick',
    before: '<label><input type="checkbox" id="t"> Accept terms</label>',
    after: '<label><input type="checkbox"> Subscribe to news</label>',
    locator: '#t',
    fallback: '[type=checkbox]',
    deed: { type: 'check' },
  },
  {
    name: 'the order has failed',
    before: '<h1>Order confirmed</h1>',
    after: '<h1>Order failed</h1>',
    locator: role('heading', 'Order confirmed'),
    fallback: 'h1',
    deed: VISIBLE,
  },
  {
    name: 'it says more under the same test id',
    before: button('Save', 'data-testid="save"'),
    after: button('Save changes', 'data-testid="save"'),
    locator: role('button', 'Save', ', exact: true'),
    fallback: "getByTestId('save')",
  },
  {
    name: 'Delete account says less under the same id',
    before: button('Delete account', 'id="d"'),
    after: button('Delete', 'id="d"'),
    locator: role('button', 'Delete account'),
    fallback: '#d',
  },
  {
    name: 'Delete is said, and the name is that of something larger',
    before: button('Delete'),
    after: button('Delete', 'aria-label="Delete account"'),
    locator: role('button', 'Delete', ', exact: true'),
    fallback: '.btn',
  },
  {
    name: 'a test id is used again for another button',
    before: button('Archive', 'data-testid="act"'),
    after: button('Remove', 'data-testid="act"'),
    locator: role('button', 'Archive'),
    fallback: "getByTestId('act')",
  },
  {
    name: 'an id is used again for another field',
    before: '<label>E-mail <input id="f1"></label>',
    after: '<label>Phone <input id="f1"></label>',
    locator: "getByLabel('E-mail')",
    fallback: '#f1',
    deed: FILL,
  },
  {
    name: 'the label has become the placeholder of another field',
    before: '<label>E-mail <input class="mail"></label>',
    after: '<label>Repeat it <input class="mail" placeholder="E-mail"></label>',
    locator: "getByLabel('E-mail')",
    fallback: '.mail',
    deed: FILL,
  },
  {
    name: 'only a sign tells one button from the other',
    before: button('Zoom +', 'id="in"'),
    after: button('Zoom -'),
    locator: '#in',
    fallback: '.btn',
  },
  {
    name: 'the heading above is another one, and only the name attribute is the same',
    before: street('Billing', 'id="b" name="street"'),
    after: street('Shipping', 'name="street"'),
    locator: '#b',
    fallback: '[name=street]',
    deed: FILL,
  },
  {
    name: 'a heading says what the button said',
    before: button('Comments', 'id="c"'),
    after: '<h2>Comments</h2>',
    locator: '#c',
    fallback: "getByText('Comments')",
  },
];

/** Where the fallback finds the element that is meant. */
export const SAME: readonly MutatedPage[] = [
  {
    name: 'its id has another name',
    before: button('Save', 'id="save"'),
    after: button('Save', 'id="store"'),
    locator: '#save',
    fallback: '.btn',
  },
  {
    name: 'only its name for assistive technology is another',
    before: button('Save'),
    after: button('Save', 'aria-label="Store document"'),
    locator: role('button', 'Save'),
    fallback: '.btn',
  },
  {
    name: 'it is a link in the look of a button',
    before: '<button class="btn">Save</button>',
    after: '<a role="button" class="btn">Save</a>',
    locator: 'button.btn',
    fallback: role('button', 'Save'),
  },
  {
    name: 'its label is written otherwise',
    before: '<label>E-mail * <input name="mail"></label>',
    after: '<label>Email <input name="mail"></label>',
    locator: "getByLabel('E-mail *', { exact: true })",
    fallback: '[name=mail]',
    deed: FILL,
  },
  {
    name: 'its label has other words, and its name attribute says the old ones',
    before: '<label>Surname <input name="surname"></label>',
    after: '<label>Family name <input name="surname"></label>',
    locator: "getByLabel('Surname')",
    fallback: '[name=surname]',
    deed: FILL,
  },
  {
    name: 'its row is the same',
    before: table(row('Alice', 'id="first"'), row('Bob')),
    after: table(row('Cleo'), row('Alice'), row('Bob')),
    locator: '#first',
    fallback: `${role('row', 'Alice')}.${role('button', 'Delete')}`,
  },
  {
    name: 'it lies deeper',
    before: `<main><div>${button('Save')}</div></main>`,
    after: `<main><div><p>${button('Save')}</p></div></main>`,
    locator: 'main > div > button',
    fallback: role('button', 'Save'),
  },
  {
    name: 'the heading above has other words, and its id is the same',
    before: street('Billing', 'id="b" name="street"'),
    after: street('Invoice', 'id="b"'),
    locator: '[name=street]',
    fallback: '#b',
    deed: FILL,
  },
  {
    name: 'the count in it is another',
    before: button('Basket (2)', 'id="b"'),
    after: button('Basket (5)'),
    locator: '#b',
    fallback: '.btn',
  },
  {
    name: 'it has no words, and its test id is the same',
    before: '<button class="old" data-testid="close"><i></i></button>',
    after: '<button data-testid="close"><i></i></button>',
    locator: '.old',
    fallback: "getByTestId('close')",
  },
  {
    name: 'it is written in capitals',
    before: button('Sign in'),
    after: button('SIGN IN'),
    locator: role('button', 'Sign in', ', exact: true'),
    fallback: '.btn',
  },
  {
    name: 'it lies in a shadow tree',
    before: `<div><template shadowrootmode="open">${button('Go', 'id="go"')}</template></div>`,
    after: `<div><template shadowrootmode="open">${button('Go')}</template></div>`,
    locator: '#go',
    fallback: '.btn',
  },
  {
    name: 'it lies in a frame',
    before: `<iframe srcdoc="<button id=go>Go</button>"></iframe>`,
    after: `<iframe srcdoc="<button>Go</button>"></iframe>`,
    locator: "frameLocator('iframe').locator('#go')",
    fallback: `frameLocator('iframe').${role('button', 'Go')}`,
  },
  {
    name: 'it is a list to choose from',
    before: select('Country', 'id="c"'),
    after: select('Country'),
    locator: '#c',
    fallback: "getByLabel('Country')",
    deed: { type: 'select', values: ['Two'] },
  },
  {
    name: 'it is a heading of another level',
    before: '<h1>Welcome</h1>',
    after: '<h2>Welcome</h2>',
    locator: 'h1',
    fallback: role('heading', 'Welcome'),
    deed: VISIBLE,
  },
  {
    name: 'its id is its test id now, and the test never passed',
    after: button('Buy', 'data-testid="buy"'),
    locator: '#buy',
    fallback: "getByTestId('buy')",
  },
  {
    name: 'it is a link now, and its id and name are the same',
    before: '<button id="help">Help</button>',
    after: '<a id="help" href="#">Help</a>',
    locator: role('button', 'Help'),
    fallback: '#help',
  },
  {
    name: 'its name differs in case and spaces only',
    before: button('x', 'aria-label="Close dialog"'),
    after: button('x', 'aria-label="CLOSE  Dialog "'),
    locator: "[aria-label='Close dialog']",
    fallback: '.btn',
  },
];
