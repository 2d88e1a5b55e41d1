import { z } from 'zod';
import { COMMON_FIELDS } from '../../model/actions/define-action-kind.ts';
import { ACTION_FIELDS, ACTION_KINDS } from '../../model/actions/index.ts';
import { MATCHER_NAMES, matcherRule } from '../../model/actions/matchers.ts';
import { ACTION_NOTES } from './action-notes.ts';
import { code, table } from './markdown.ts';
import { typeWords } from './type-words.ts';

const ARIA_SNAPSHOTS = [
  'The `expected` of `toMatchAriaSnapshot` is a template in the notation of Playwright: a list of lines such as',
  '`- heading "Orders" [level=1]`, those below an element indented by two spaces. What it does not mention may be',
  'there too, unless a list begins with `- /children: equal`; names and texts may be `/regular expressions/`. Without',
  'a locator it is compared with the page.',
].join('\n');

const SCREENSHOTS = [
  'The `expected` of `toHaveScreenshot` names a picture in `files/baselines/`, e.g. `basket` for',
  '`files/baselines/basket-linux.png`; without it the picture is named after test and action, data row and round, e.g.',
  '`t57-a7-row1`. Each system has pictures of its own (`linux`, `mac`, `windows`), since fonts differ; they belong in',
  'git. A run without a picture to compare with, or that looks otherwise, fails and keeps expected, actual and differing',
  'pixels. Whoever looked at them keeps the new picture by `acceptPictures`, of one action or of the whole run;',
  '`getPictureDifferences` lists them, and `undoAcceptPictures` puts the former pictures back. A run with',
  '`--update-screenshots` (`runTest`: `updateScreenshots`) keeps all without a look, once two in a row are the same.',
  '',
  'Fields that hold secrets are grey in a picture, the caret is hidden, and animations are finished. Not one pixel may',
  'differ by more than a fifth of the colour range, unless `tolerance` allows it for some percent of them; smoothed edges',
  'do not count, nor do the areas of `masks`, e.g. `[{"x": 0, "y": 40, "width": 200, "height": 20}]`.',
].join('\n');

const ACCESSIBILITY = [
  '`checkAccessibility` looks at the page once, when its transitions have ended, by the rules of',
  '[axe-core](https://github.com/dequelabs/axe-core); frames are checked too, those of other sites included. It runs in a',
  'world of its own that the page neither sees nor changes, whatever its Content-Security-Policy says. It fails with the',
  'most serious problems first: for each the rule with the address of its explanation, the element with a locator, and',
  'what would mend it. Up to 100 are in `findings` of the result; the page leads from each to its explanation and frames',
  'its element in what the run kept of the page, and the message in every report names the first ten. What axe-core',
  'cannot decide by itself does not fail.',
  '',
  'Tests of an application that already has problems begin with a `baseline`: a run with `--update-screenshots`',
  '(`runTest`: `updateScreenshots`) keeps what it finds in `files/baselines/shop.accessibility.json`, which belongs in',
  'git. From then on only what is new fails: another rule or another element, told apart by rule and locator. When a',
  'known problem is gone, the result says so in `note`, and the next such run takes it off the list.',
].join('\n');

const FALLBACKS = [
  'An action with a `locator` may have `fallbacks`: further locators of the same element, best first (`pickElement`',
  'names some). When its own locator has found nothing for half the time limit (at least 2 s), the first fallback that',
  'finds exactly one element is used, if that is the one that is meant. In doubt it is not, and the error tells why:',
  '',
  '- Its name is what it was when the action last passed or, before that, what the locator says. Case, spaces and counts',
  '  in brackets do not matter; a longer or shorter name is another name (`Delete account` is not `Delete`). A price may',
  '  change under the same id, and the label of a field while its id says the old one.',
  '- What the locator names by title, placeholder, alternative text, `aria-label`, `href`, `name` or `value`, also in a',
  '  selector (`a[href="/edit"]`), still holds, apart from case and punctuation of texts. A title may have become the',
  '  label. Of a test id, a word is left that is neither a number nor the kind of a control (`save-btn` may become',
  '  `editor-save`, `approve-1` not `reject-1`). A test id, name or address may be gone where the name said is the same.',
  '- Such attributes do not say something else than when the action last passed, though the locator names none of them: a',
  '  sign whose title has become “Delete” is not that of “Edit”.',
  '- It has the role that the locator names; a button may have become a link, or a link a button, under the same id and',
  '  name. A text field may have become one for e-mail, numbers or the like. It is not disabled, unless it was.',
  '- It is in the frame and in all containers that the locator names by test id, id, attribute, role, label, text or',
  '  filter, also within one selector (`#billing input`). Where such a container is gone, nothing stands in.',
  '- It is in the same row or item, whose price alone may have changed, under the same heading, in the same group and',
  '  among much the same texts. Under its old id or test id, the heading or the group may be called otherwise.',
  '- Something tells it from others: where there is or was another one like it in a place called the same, or the locator',
  '  takes one of several by its position and has never passed, it must have its id, test id or the like. An id with',
  '  another number (`user-1`, `user-2`) is that of another one, unless it only counts (`b-17`, `btn-3`) and the element',
  '  has the same name in the same place.',
  '- Half of what was known of it is unchanged.',
  '',
  'Where nothing is known and the locator says no words, it must have the id or test id that the locator names. What is',
  'known is learned from runs that pass, and kept beside the runs, outside of git. The result says so in `repaired`,',
  'with the old and the new name, and every report names the action; `runTest`, `runTests` and `runFeatures` list what',
  'was repaired in their own answer once the run has ended, as `getRun` does in `repairs`. Where nothing is hoped for',
  '(`toBeHidden`, `toHaveCount`, wait until `hidden`, `not` visible) and in `if` none is used. `getRepairs` lists what',
  'was repaired; `decideRepair` gives the action the locator that was used, or rejects it. With `--no-repair`, and on',
  'build servers (`CI`), the action fails and names the fallback.',
].join('\n');

const MOCKS = [
  'A `mock` is in force from its row on: for the test, what plugs it, and where a module runs it before each test, for',
  'that test too. Tabs, frames and workers that open later are included. Its `url` is a glob for the whole address, as',
  'Playwright has them (`*` within a part of the path, `**` across parts, `{png,jpg}`), or `/a regular expression/`; what',
  'begins neither with `*` nor with a scheme starts from the address of the app. A `body` that is JSON is sent as JSON, a',
  '`file` by the type that its name says, unless `headers` name another one.',
  '',
  'Where several mocks fit a request, the latest answers, and the `note` of both results says so. A mock that no request',
  'asked for says that in its `note`; with `times` it fails. It fails, too, where it could not answer as it should: a `file`',
  'that is gone, an answer to `change` that is no JSON, larger than 5 MB or a stream of events, an expression that fails or',
  'has no value. The page then gets the real answer as it is. `change` follows redirects itself and goes only where the',
  'window may go. `performAction` with a mock lasts until `stopMocking`, a new window or the begin of a run. Requests of a',
  'lent tab are not mocked, nor are messages of sockets. `getNetworkLog` marks what was mocked.',
  '',
  'The page of Steploom makes a mock of a request that was sent: **Answer like this in this test**, in the requests of an',
  'action that has run and in the network log below the live view. The body goes into `files/answers/`, secrets masked.',
].join('\n');

const HARS = [
  'A HAR file holds what was requested and answered; Playwright, browsers and proxies write such files. With `update` a run',
  'of the test records it: what the window requests from the row on, frames, tabs and workers included, and what servers',
  'and mocks answer. The file is written when the test ends; one that is there already stays as it is where the test does',
  'not get to its end. Without `update` the file answers, as a `mock` would: `notFound` says what a request does that is not',
  'in it, and the `note` of the result names such requests.',
  '',
  '- Method, address and body have to be the same. The same request gets its answers in the order of the recording, and',
  '  the last one from then on.',
  '- The address of the app counts as the same wherever the app is now; for files of other tools it has to be the same.',
  '- Secrets are masked in the file, and cookies and credentials are left out, as browsers do where they “sanitize” one.',
  '  What the app itself puts into its answers stays: look at a recording before it is committed.',
  '- A file has at most 50 MB; `url` limits what is recorded and what is replayed. Bodies that lie beside the file, as',
  '  Playwright has them, are read from there.',
].join('\n');

const REQUESTS = [
  'Goes behind the action that sends the request. It looks first at what was sent since the last action began that does',
  'something (one that neither only looks nor only prepares); in the beginning of a test, since that began. Then it waits',
  'until its time limit. Several rows may be about one request. Counted are requests of all tabs, frames and service',
  'workers: of forms, links, scripts and beacons, each redirect for itself; messages of WebSockets are none.',
  '',
  '- `url` is a pattern: `*` is any text without a slash, `**` any text, `{a,b}` one of several, `/…/` a regular expression.',
  '  It has to fit the whole address with its query: `/api/orders` is not `/api/orders?page=2`, `/api/orders?*` is.',
  '- All that is given has to hold of the same request: `status` and `expression` wait for its answer, `maxMs` and whatever',
  '  reads the body of the answer until that is complete.',
  '- With `count`, exactly so many have to be sent, with `not` none: for that it waits until the page has sent nothing for',
  '  half a second. A page that never rests is looked at until the time limit.',
  '- Bodies are read as JSON or as text, up to 5 MB. `response` is `null` where a request failed, and `failure` says why.',
  '  Where a body cannot be had (a redirect, too large, gone with its page), `response.noBody` says why.',
  '',
  '**Check this request**, at the requests of an action that has run, in the network log below the live view and at a test',
  'that failed, adds such a row.',
].join('\n');

/** Adds the allowed words of an enum; matchers have a table of their own. */
function meaningOf(name: string, schema: z.ZodType): string {
  const { description = '' } = schema;
  const words = name === 'matcher' ? '' : wordsOf(schema);
  return words === '' ? description : `${description}: ${words}`;
}

function wordsOf(schema: z.ZodType): string {
  const { enum: words, items } = z.toJSONSchema(schema);
  if (words !== undefined) return typeWords({ enum: words });
  return typeof items === 'object' && 'enum' in items ? typeWords({ enum: items.enum }) : '';
}

export function actionReference(): string {
  const kinds = Object.values(ACTION_KINDS).map(kind => {
    const fields = kind.fieldNames.map(name => (kind.isRequired(name) ? `**${code(name)}**` : code(name)));
    return [code(kind.type), kind.label, fields.join(', ') || '–', ACTION_NOTES[kind.type] ?? ''];
  });
  const fields = [...ACTION_FIELDS].map(([name, { schema }]) => [code(name), meaningOf(name, schema)]);
  const matchers = MATCHER_NAMES.map(matcher => {
    const { subject, expected, attribute, phrase } = matcherRule(matcher);
    return [
      code(matcher),
      `${subject} ${phrase}`,
      expected === 'none' ? '–' : expected,
      attribute === undefined ? '–' : attribute,
    ];
  });
  return [
    '# Actions',
    'Made from the registry by `npm run generate`.',
    `Required fields are bold. Every action also takes ${Object.keys(COMMON_FIELDS).map(code).join(', ')}.`,
    'What `{{ … }}` means, and where it can be used: [EXPRESSIONS.md](EXPRESSIONS.md).',
    table(['Kind', 'Label', 'Fields', 'To know'], kinds),
    '## Fields',
    table(['Field', 'Meaning'], fields),
    '## Requests of pages: `expectRequest`',
    REQUESTS,
    '## Fallbacks',
    FALLBACKS,
    '## Mocked requests',
    MOCKS,
    '## Recorded answers: `replayHar`',
    HARS,
    '## Matchers of `assert` and `if`',
    table(['Matcher', 'Holds when the', '`expected`', '`attribute`'], matchers),
    ARIA_SNAPSHOTS,
    SCREENSHOTS,
    '## Accessibility',
    ACCESSIBILITY,
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}
