import type { ActionType } from '../../model/actions/index.ts';

/** What label and fields of a kind do not say. */
export const ACTION_NOTES: Partial<Record<ActionType, string>> = {
  assert: 'Retried until it holds or the time limit is reached',
  if: 'Decided by `condition`, or by the fields of `assert`, checked once; up to `else` or `end`',
  loop: 'Takes one of the three; up to `end`. Rows may come from a value: a data table whose first row has the names, a list of objects, or a list of values, each read as `item`',
  plugTest: 'Runs in the same browser context, with the same variables',
  plugScenario: 'Only in suites: runs in its own browser context, an outline row by row',
  plugFeature: 'Only in suites: runs each of its scenarios in its own browser context',
  plugTags: 'Only in suites: runs all tests and scenarios with these tags that the run does not hold already',
  pause: 'Pauses for a person to look; unattended runs continue',
  checkAccessibility:
    'By the rules of axe-core, frames included. Checks the whole page, or the elements of `locator` with all in them; its time limit is 30000 ms by default',
  clipboard:
    'Puts `value` there; or looks until its text is `expected`, and keeps it in `into`. Only pages on https and localhost have one; all browsers with a window share that of the machine',
  clock:
    'For all pages of the window until the test ends; best before the first page opens, since timers that a page has begun before stay real, as workers do. `set` lets the time go on from `time`; `hold` keeps the date there while timers run; `pause` stops both at `time`; `run` goes on `by` a duration, in which each timer fires as often as it is due; `skip` goes on at once, where each fires once at most; `resume` lets a clock that was stopped go on',
  download:
    'Goes before the action that starts the download; `into` receives {name, file, sizeBytes, text, pages, rows, records, json}',
  emulate:
    'Until the test ends. What a window has from its beginning, such as device, language and time zone, is set in the browser of the test',
  expectRequest:
    'Goes behind the action that sends it: looks at what was sent since that one began, then waits. `url` is a pattern, such as `**/api/orders`, `/api/orders/*` or `/…/`; with `count` or `not` it waits until the page rests. `into` receives {request, response} of the last one that fits',
  extract: '`text`, `value`, `attribute` and `count` need `locator`, `attribute` its name, `script` needs `code`',
  mock: 'Answers what pages, frames and workers request, to the end of the test; the latest mock that fits answers. Not what `request` sends, nor where a redirect leads to. `change` reads body, status, headers and request of the real answer; `timeoutMs` is the time that this may take',
  stopMocking: 'Ends the mocks with that `url`, written as theirs is; without it, all',
  drag: 'Onto `target`, or as far as `offset` says: a map, a divider, the edge of something',
  fill: 'Replaces what is there, unless `keyByKey`; dates are written 2026-12-31, times 23:59, colours #ff0000',
  select: 'For a `<select>`; in other lists, click what opens them, then the option',
  press: 'Without `locator`: wherever the focus is',
  upload: 'To a file field, or to what opens a file chooser; `putFile` puts files into the project',
  scroll: 'To `locator`; with `x` or `y`, by that much in it or in the page',
  visit: 'Relative addresses start from the app of the test, else from that of the project',
  newTab: 'A tab that the page opens becomes the current one by itself, even while an action waits',
  closeTab: 'Returns to the previous tab',
  dialog: 'Goes before the action that opens the dialog; without it, the dialog is dismissed',
  screenshot: 'Kept with the run',
  script: '`into` receives what it returns',
  paste:
    'Where the caret is, as from the clipboard, which is left alone; for editors, terminals and codes of several boxes',
  replayHar:
    'As `mock`, with the answers in a HAR file. The same request gets them one after another, then the last one again',
  request: 'With the cookies of the browser; `into` receives {status, headers, body}',
  storage:
    '`set` needs `name` and `value`, `read` `name` and `into`, `remove` and `check` `name`; `check` waits until the value is `expected`, or until there is one. A cookie may be set before the first page opens, for the site of the app; the storages need a page of their site, which may have to be reloaded to notice. What is read and is not there is null',
  wait: '`visible`, `hidden` and `enabled` need `locator`; `value` is for `url` (such as /basket, **/basket or /…/), `time` (ms) and `script` (until it returns something true)',
};
