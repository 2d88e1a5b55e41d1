import { instructions } from './instructions.ts';

const MORE = `
## Locators
Playwright's notation: getByRole('button', { name: 'Sign in' }), getByLabel('Email'), getByTestId('total'); chains with filter, and, or, nth; frames with frameLocator('#pay'); plain selectors #id, css=, xpath=. Prefer role and name: they survive changes of the markup.

## Values
{{ name }} anywhere in a value. Bare names are looked up in this order: loop, parameters, var (extracted), test data, module data, project data, env, run. secret.NAME only by its full name. Inside the braces is JSONata: {{ $uppercase(name) }}. It also has $totp(secret.NAME), the one-time code of an authenticator, $uuid(), $randomInteger(1, 6), $randomText(8), $randomEmail(), $randomFrom(list) and $randomDate("1950-01-01", "2005-12-31").

## Signing in
configureAuth says how: basic, header, form (signInTest signs in once per role, before the first test that needs it; its parameters username and password, or {{ auth.username }} and {{ auth.password }} in it, are those of the role), or state (a stateFile, or what tryAuth kept). Credentials and headers go to the app's own addresses alone. A test runs as the role of the run, else its own, else the first one; "none" signs nobody in. tryAuth signs in for real and says what failed. With identityCheck a kept sign-in is looked at before it serves again, for reuseMinutes (30; without a check it serves one run).

## Several people
A test may name actors: createTest or editTest {actors: [{name: "Buyer"}, {name: "Seller", role: "admin", device: "iPhone 15"}]}. Each has a browser window of their own: tabs, cookies, dialogs, downloads. An action says actor: "Seller"; those that name nobody are the first one's. A plugged test acts for the actor of its row, and linkStep takes actor for a step. Another name at the same place of the list renames: actions follow. navigateUrl and tools that look at the page take actor, too, once a test names it.

## Blocks
if … else … end, loop … end and group … end are flat actions: actionIndex stays a plain position. Conditions are JSONata, or the fields of assert, checked once.

## When an action fails
getTestResults tells expected, actual and candidates (locators that come close), failed requests, console errors and unexpected dialogs; failures with the same errorHash have the same cause. The screenshot it names is read at GET /api/runs/r128/screenshots/…, all that pages said at GET /api/runs/r128/console.ndjson, with the token. getScreenshot and getPageElements show the page as the run left it. Change the action with editAction {actionId, …} and run again, with fromAction to go on where it failed.

## Errors
-32602: the arguments are wrong by themselves; data.field names the one, data.expected what would do. -32000: data.reason is a stable word (not-found, conflict, in-use, run-in-progress …), data.next the tool that helps.
`;

export const guideText = (): string => `# Steploom\n\n${instructions('write')}\n${MORE}`;
