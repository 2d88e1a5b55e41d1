import { launchBrowser } from '../support/browser.mjs';
import { ownerOf, startService, temporaryWorkspace } from '../support/service.mjs';
import { writeFeatures } from '../support/write-features.mjs';
import { largeModules, PROJECT_ID, writeProject } from '../support/write-project.mjs';

/** Times an act in the page itself, to the frame that shows what it was for. */
function measureInPage() {
  const frame = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
  const row = name => document.querySelector(`[role=treeitem][aria-label^="${name}"]`);
  const named = (role, name) => document.querySelector(`${role}[aria-label="${name}"]`);
  const write = (field, text) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const filter = () => named('input', 'Filter features and scenarios');
  const heading = () => document.querySelector('h1')?.textContent ?? '';
  const tab = name => [...document.querySelectorAll('nav[aria-label=Views] a')].find(each => each.textContent === name);
  const button = text => [...document.querySelectorAll('main button')].find(each => each.textContent === text);
  const option = () => document.querySelector('[role=option]');
  const link = '[aria-label^="linked to"]';
  const red = () =>
    [...document.querySelectorAll('[role=menuitemradio]')].find(each => each.textContent === 'With red steps');
  const press = key =>
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true }));
  const acts = {
    'open the tab': [() => tab('Features').click(), () => row('Feature') !== null],
    'move by a key, nothing chosen': [
      () => {
        row('Feature Orders 0').focus();
        press('ArrowDown');
      },
      () => document.activeElement.ariaLabel?.startsWith('Feature Orders 1'),
    ],
    'open a feature': [() => row('Feature Orders 0').click(), () => row('Scenario Order 0 of 0') !== null],
    'choose a scenario': [() => row('Scenario Order 3 of 0').click(), () => heading().includes('Order 3 of 0')],
    'move by a key': [
      () => {
        row('Scenario Order 3 of 0').focus();
        press('ArrowDown');
      },
      () => document.activeElement.ariaLabel?.startsWith('Scenario Order 4 of 0'),
    ],
    'see a letter of the filter': [() => write(filter(), '9'), () => filter().value === '9'],
    'see the rows of that filter': [() => write(filter(), '98'), () => row('Feature Orders 0') === null],
    'see all rows again': [() => write(filter(), ''), () => row('Feature Orders 0') !== null],
    'open the tests of a step': [() => button('Plug test case').click(), () => option() !== null],
    'link all steps of a text': [() => option().click(), () => document.querySelector(link) !== null],
    'open the menu of what is shown': [() => named('button', 'Shown: All').click(), () => red() !== undefined],
    'see red steps only': [() => red().click(), () => named('button', 'Shown: With red steps') !== null],
    'unlink them': [
      () => document.querySelector('[aria-label^=Unlink]').click(),
      () => document.querySelector(link) === null,
    ],
  };
  window.featuresShownAt = async () => {
    while (row('Feature') === null) await frame();
    return performance.now();
  };
  window.measureAct = async name => {
    const [act, isDone] = acts[name];
    // What the last act brought with it is over.
    for (let left = 20; left > 0; left -= 1) await frame();
    const startedAt = performance.now();
    act();
    do await frame();
    while (!isDone() && performance.now() - startedAt < 30_000);
    return performance.now() - startedAt;
  };
}

const LOADED = 'load the page with the tab open';
const ACTS = [
  'open the tab',
  'move by a key, nothing chosen',
  'open a feature',
  'choose a scenario',
  'move by a key',
  'see a letter of the filter',
  'see the rows of that filter',
  'see all rows again',
  'open the tests of a step',
  'link all steps of a text',
  'open the menu of what is shown',
  'see red steps only',
  'unlink them',
];

/** The page of the IDE with many features, from one click or key to the frame that shows what came of it. */
export const ideFeatures = {
  title: 'The page of 1,000 features and 10,000 scenarios',
  async measure({ rounds }) {
    const values = Object.fromEntries(ACTS.map(act => [act, []]));
    const loaded = [];
    const workspace = await temporaryWorkspace();
    await writeProject(workspace.folder, largeModules(1, 10));
    await writeFeatures(workspace.folder);
    const service = await startService(workspace.folder, PROJECT_ID);
    const browser = await launchBrowser();
    try {
      await service.client.call('getFeatures', { limit: 10 });
      const owner = await ownerOf(workspace.folder, service.url);
      for (let round = 0; round < rounds; round += 1) {
        const link = new URL((await owner.call('createSignInLink')).url);
        const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
        const page = await context.newPage();
        await page.addInitScript(measureInPage);
        await page.goto(`${link.origin}/${link.hash}`);
        await page.getByText('Connected', { exact: true }).waitFor();
        await page.goto(`${link.origin}/p/${PROJECT_ID}/main/features`, { waitUntil: 'commit' });
        loaded.push(await page.evaluate(() => window.featuresShownAt()));
        await page.goto(`${link.origin}/p/${PROJECT_ID}/main/modules`);
        await page.getByText('Connected', { exact: true }).waitFor();
        await page.getByRole('treeitem').first().waitFor();
        await page.waitForLoadState('networkidle');
        for (const act of ACTS) values[act].push(await page.evaluate(name => window.measureAct(name), act));
        await context.close();
      }
      owner.close();
    } finally {
      await browser.close();
      await service.close();
      await workspace.remove();
    }
    return [
      { what: LOADED, unit: 'ms', atMost: 2_000, values: loaded },
      ...ACTS.map(act => ({ what: act, unit: 'ms', atMost: 100, values: values[act] })),
    ];
  },
};
