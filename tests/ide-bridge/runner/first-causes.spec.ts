import { expect, test } from 'vitest';
import { z } from 'zod';
import { type ActionInput, useRunner } from './runner-fixture.ts';

const page = (body: string) => `<!doctype html><meta charset=utf-8><title>Cause</title><body>${body}`;
const SHORT = 1_500;
const button = (name: string) => `getByRole('button', { name: '${name}' })`;
const click = (locator: string): ActionInput => ({ type: 'click', locator, timeoutMs: SHORT });
const sees = (locator: string): ActionInput => ({ type: 'assert', matcher: 'toBeVisible', locator, timeoutMs: SHORT });
const fill = (locator: string): ActionInput => ({ type: 'fill', locator, value: 'x', timeoutMs: SHORT });
const has = (matcher: string, locator: string, expected: string): ActionInput => ({
  type: 'assert',
  matcher,
  locator,
  expected,
  timeoutMs: SHORT,
});
const MAIL =
  '<form onsubmit="event.preventDefault();o.textContent=\'Thanks\'"><label>Mail <input type=email required></label>';

interface FailingCase {
  body: string;
  actions: readonly ActionInput[];
  /** The first sentence, of the message and of the causes. */
  cause: string | RegExp;
  /** Default: begins with the cause. */
  message?: RegExp;
}

const CASES: Readonly<Record<string, FailingCase>> = {
  'a link has the name of the button': {
    body: '<a href="#">Pay</a>',
    actions: [click(button('Pay'))],
    cause: 'Link “Pay” has that name; no button has it.',
  },
  'a mere text has the name of the button': {
    body: '<div onclick="1">Pay</div>',
    actions: [click(button('Pay'))],
    cause: 'The text “Pay” is there in a <div>, not in a button.',
  },
  'a name has one additional character': {
    body: '<button>Log-in</button>',
    actions: [click(button('Login'))],
    cause: 'Button “Log-in” is there; it differs from “Login” only by one additional character.',
  },
  'a name has one space fewer': {
    body: '<button>Signin</button>',
    actions: [click(button('Sign in'))],
    cause: 'Button “Signin” is there; it differs from “Sign in” only in its spaces.',
  },
  'an exact name is in other letter case': {
    body: '<h1>Your Order</h1>',
    actions: [sees("getByRole('heading', { name: 'Your order', exact: true })")],
    cause: 'Heading “Your Order” is there; it differs from “Your order” only in upper and lower case.',
  },
  'a value has a space at its end': {
    body: '<label>Name <input value="Ann "></label>',
    actions: [has('toHaveValue', "getByLabel('Name')", 'Ann')],
    cause: 'The value differs only by a space at its end.',
  },
  'a value has a space at its beginning': {
    body: '<label>Name <input value=" Ann"></label>',
    actions: [has('toHaveValue', "getByLabel('Name')", 'Ann')],
    cause: 'The value differs only by a space at its beginning.',
  },
  'a value has a non-breaking space': {
    body: '<label>Sum <input value="1&nbsp;000"></label>',
    actions: [has('toHaveValue', "getByLabel('Sum')", '1 000')],
    cause: 'The value differs only by a non-breaking space in place of a space.',
  },
  'a text is in other letter case': {
    body: '<h1> Paid </h1>',
    actions: [has('toHaveText', 'h1', 'paid')],
    cause: 'The text differs only in upper and lower case.',
  },
  'a button is not displayed': {
    body: '<button style="display:none">Pay</button>',
    actions: [click(button('Pay'))],
    cause: 'Button “Pay” is there, but hidden (display: none).',
  },
  'a button is in a part that is not displayed': {
    body: '<div hidden><button>Pay</button></div>',
    actions: [click(button('Pay'))],
    cause: 'Button “Pay” is there, but in a part of the page that is hidden (display: none).',
  },
  'a text is invisible': {
    body: '<p style="visibility:hidden">Paid</p>',
    actions: [sees("getByText('Paid')")],
    cause: 'Paragraph “Paid” is there, but hidden (visibility: hidden).',
  },
  'a text has no size': {
    body: '<div id=e></div>',
    actions: [sees('#e')],
    cause: 'The element is there, but has no size.',
  },
  'a button is in closed details': {
    body: '<details><summary>More</summary><button>Pay</button></details>',
    actions: [click(button('Pay'))],
    cause: 'Button “Pay” is there, but in a closed part of the page “More” (details).',
  },
  'a button is in a dialog that is not open': {
    body: '<dialog><h2>Payment</h2><button>Pay</button></dialog>',
    actions: [click(button('Pay'))],
    cause: 'Button “Pay” is there, but in the dialog “Payment”, which is not open.',
  },
  'a modal dialog is open': {
    body: '<button>Pay</button><dialog aria-label="Cookies"><button>Fine</button></dialog><script>document.querySelector("dialog").showModal()</script>',
    actions: [click(button('Pay'))],
    cause: 'Button “Pay” lies behind the open dialog “Cookies”.',
  },
  'a dialog hides the rest of the page': {
    body: '<main aria-hidden="true"><button>Pay</button></main><div role="dialog" aria-modal="true" aria-label="News">News</div>',
    actions: [click(button('Pay'))],
    cause: 'Button “Pay” lies behind the open dialog “News”.',
  },
  'the element is in the other tab': {
    body: '<button onclick="window.open(\'/pop\')">Open</button><button>More</button>',
    actions: [{ ...click(button('Open')), timeoutMs: 20_000 }, click(button('More'))],
    cause: /^The element is in the other tab, “Cause” \(\/case\/\d+\)\./,
  },
  'a placeholder is no label': {
    body: '<input placeholder="E-mail">',
    actions: [fill("getByLabel('E-mail')")],
    cause: 'A field has “E-mail” as its placeholder, which is no label of it.',
  },
  'a title is no label': {
    body: '<input title="E-mail">',
    actions: [fill("getByLabel('E-mail')")],
    cause: 'A field has “E-mail” as its title, which is no label of it.',
  },
  'text beside a field is no label': {
    body: '<span>E-mail</span> <input>',
    actions: [fill("getByLabel('E-mail')")],
    cause: 'A field has “E-mail” as text beside it, which is no label of it.',
  },
  'a text beside a field names no text box': {
    body: '<label>E-mail</label> <input>',
    actions: [fill("getByRole('textbox', { name: 'E-mail' })")],
    cause: 'A field has “E-mail” as text beside it, which is no label of it.',
  },
  'a label is no placeholder': {
    body: '<label>E-mail <input></label>',
    actions: [fill("getByPlaceholder('E-mail')")],
    cause: 'A field has “E-mail” as its label.',
  },
  'the browser did not send the form': {
    body: `${MAIL}<button>Pay</button></form><p id=o></p>`,
    actions: [click(button('Pay')), sees("getByText('Thanks')")],
    cause: 'The browser did not send the form: field “Mail” is required.',
  },
  'the browser did not let a wrong address go': {
    body: `${MAIL}<button>Pay</button></form><p id=o></p>`,
    actions: [fill("getByLabel('Mail')"), click(button('Pay')), sees("getByText('Thanks')")],
    cause: 'The browser did not send the form: field “Mail” is not an e-mail address.',
  },
  'a script did not load': {
    body: '<button>Pay</button><script src="/none.js"></script>',
    actions: [click(button('Pay')), sees("getByText('Thanks')")],
    cause: 'The script /none.js did not load: it was answered with 404.',
  },
  'a name is right and a script is missing': {
    body: '<a href="#">Pay</a><script src="/none.js"></script>',
    actions: [click(button('Pay'))],
    cause: 'Link “Pay” has that name; no button has it.',
  },
  'nobody has sent the form': {
    body: `${MAIL}<button>Pay</button></form><button>Other</button>`,
    actions: [fill("getByLabel('Mail')"), click(button('Other')), click(button('Gone'))],
    cause: 'The element is not there any more, and nothing on the page comes close to it.',
    message: /^No element matches button “Gone”/,
  },
  'an exact text is part of more': {
    body: '<p>Hello Ann</p>',
    actions: [sees("getByText('Hello', { exact: true })")],
    cause:
      'Paragraph “Hello Ann” is there; it differs from “Hello” by more text around it, while the locator is exact.',
  },
  'a script cannot be read': {
    body: '<button>Pay</button><script src="/wrong.js"></script>',
    actions: [click(button('Pay')), sees("getByText('Thanks')")],
    cause: /^The page had an error: SyntaxError: /,
  },
  'the page said why': {
    body: '<button onclick="o.textContent=\'The card was refused.\'">Pay</button><p id=o role=alert></p>',
    actions: [click(button('Pay')), sees("getByText('Thanks')")],
    cause: 'The page showed “The card was refused.” (alert).',
  },
  'the page said what is wrong with a field': {
    body: "<label>Card <input id=c aria-describedby=n></label><button onclick=\"c.setAttribute('aria-invalid', true);n.textContent='No such card.'\">Pay</button><p id=n></p>",
    actions: [click(button('Pay')), sees("getByText('Thanks')")],
    cause: 'The page showed “No such card.” (field).',
  },
  'the container is missing': {
    body: '<table><tr><td>Bob</td><td><button>Delete</button></td></tr></table>',
    actions: [click("getByRole('row', { name: 'Ann' }).getByRole('button', { name: 'Delete' })")],
    cause: 'The row “Ann” is not there, in which button “Delete” is sought.',
  },
  'the element is in a frame': {
    body: '<iframe name="shop" srcdoc="<button>Pay</button>"></iframe>',
    actions: [click(button('Pay'))],
    cause: 'The element is in the frame “shop”, not in the page itself.',
  },
  'a button is disabled until a field is filled': {
    body: '<form><label>Mail <input required></label><button disabled>Pay</button></form>',
    actions: [click(button('Pay'))],
    cause: 'The element is disabled; in its form, field “Mail” is required.',
  },
};

const names = Object.keys(CASES);
const pages = Object.fromEntries(Object.values(CASES).map(({ body }, index) => [`/case/${index}`, page(body)]));
const runner = useRunner({
  ...pages,
  '/pop': '<title>Pop</title>Popup <button>Close</button>',
  '/wrong.js': 'let = = 1;',
  '/plain': page('<form><label>Mail <input required></label><button>Pay</button></form><button>Other</button>'),
});

const Last = z.object({
  last: z.object({ failure: z.object({ causes: z.array(z.object({ kind: z.string(), message: z.string() })) }) }),
});

async function firstCauses(path: string, actions: readonly ActionInput[]): Promise<{ message: string; cause: string }> {
  const testCode = await runner.write([{ type: 'visit', url: path }, ...actions]);
  const { actions: done } = await runner.runStored(testCode, { context: 'fresh', screenshots: 'off' });
  const { last } = await runner.app.client.call('getLastResult', { testCode }, Last);
  const message = done.find(({ error }) => error !== undefined)?.error?.message ?? '';
  return { message, cause: last.failure.causes[0]?.message ?? '' };
}

const beginning = (text: string): RegExp => new RegExp(`^${text.replace(/[.*+?^$(){}|[\]\\]/g, '\\$&')}`);

test.for(names)('the first sentence says that %s', { tags: ['full'] }, async name => {
  const { actions, cause, message } = CASES[name] ?? { actions: [], cause: '', message: undefined };
  const told = await firstCauses(`/case/${names.indexOf(name)}`, actions);
  if (typeof cause === 'string') expect.soft(told.cause).toBe(cause);
  else expect.soft(told.cause).toMatch(cause);
  expect.soft(told.message).toMatch(message ?? (typeof cause === 'string' ? beginning(cause) : cause));
});
