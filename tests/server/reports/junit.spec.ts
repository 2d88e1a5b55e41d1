import { JUnitXmlPrinter } from '@cucumber/junit-xml-formatter';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runMessages } from '../../../server/runs/messages/run-messages.ts';
import { action, admin, ended, FAILED_ASSERT, FAILED_CLICK, MACHINE, planned } from '../runs/run-fixture.ts';
import { featureRun } from './feature-run.ts';
import { finishedRun } from './finished-run.ts';
import { messagesOf, samples } from './kit.ts';
import { RUN_FOLDER, textOf } from './made-report.ts';
import { elementsOf, readXml, type XmlElement } from './xml-tree.ts';

const junit = async (run: Parameters<typeof textOf>[1]) => readXml(await textOf('junit', run));

const casesOf = (root: XmlElement) => elementsOf(root, 'testcase');

const namesOf = (root: XmlElement) =>
  casesOf(root).map(({ attributes }) => `${attributes.classname}\n${attributes.name}`);

/** What Cucumber's own formatter makes of messages. */
function reference(sample: string): XmlElement {
  let text = '';
  const printer = new JUnitXmlPrinter({}, part => {
    text += part;
  });
  for (const message of messagesOf(sample)) printer.update(message);
  return readXml(text);
}

/** Those whose steps Cucumber tells as failed, though they did not run: they are skipped here. */
const NOT_RUN: readonly string[] = ['undefined', 'pending'];
const isBad = ({ children }: XmlElement) => children.some(({ name }) => name === 'failure' || name === 'error');
const didNotRun = ({ children }: XmlElement) =>
  children.some(({ name, text }) => name === 'system-out' && NOT_RUN.some(word => text.includes(`.${word}`))) &&
  !children.some(({ name, text }) => name === 'system-out' && /\.(failed|ambiguous)/.test(text));

describe('JUnit XML', () => {
  it.each(samples)('the JUnit report lists the cases of the sample %s as the Cucumber formatter does', async sample => {
    const own = await junit({ run: finishedRun({ items: [] }), messages: messagesOf(sample) });
    const expected = reference(sample);
    const wanted = casesOf(expected).filter(({ attributes }) => attributes.classname !== undefined);
    const outcome = (one: XmlElement) => `${one.attributes.name}: ${isBad(one) && !didNotRun(one) ? 'bad' : 'not bad'}`;
    const withoutValues = (text: string) => text.replace(/(#\d+\.\d+.*) \([^()]*\)(?=: (?:not )?bad$)/, '$1');
    expect(casesOf(own).map(outcome).map(withoutValues).sort()).toEqual(wanted.map(outcome).sort());
  });

  it('the JUnit report has a suite for each file, with counts that add up', async () => {
    const { run, messages } = featureRun();
    const root = await junit({ run, messages });
    expect(root.name).toBe('testsuites');
    const counts = { tests: '7', failures: '1', errors: '2', skipped: '2' };
    expect(root.attributes).toMatchObject({ ...counts, timestamp: run.startedAt });
    const [suite] = elementsOf(root, 'testsuite');
    expect(suite?.attributes).toMatchObject({
      name: 'Basket',
      file: 'versions/main/features/basket.feature',
      ...counts,
    });
    for (const { attributes } of casesOf(root)) {
      expect(attributes).toMatchObject({ classname: 'Basket', file: suite?.attributes.file });
      expect(attributes.time).toMatch(/^\d+\.\d{3}$/);
    }
  });

  it('the JUnit report names each example row and each of equal scenarios differently', async () => {
    const names = namesOf(await junit(featureRun()));
    expect(names).toContain('Basket\nType <word> - cups - #1.1: Type cup');
    expect(names).toContain('Basket\nNothing twice - Remember');
    expect(new Set(names).size).toBe(7);
    const users =
      'Feature: F\n  Scenario Outline: Users\n    * x\n    Examples:\n      | user | n |\n      | ann  | 3 |\n';
    expect(namesOf(await junit(featureRun({ text: users })))).toEqual(['F\nUsers - #1.1 (ann, 3)']);
    const text = 'Feature: Same\n  Scenario: A\n    * x\n  Scenario: A\n    * x\n  Scenario: A (2)\n    * x\n';
    expect(namesOf(await junit(featureRun({ text })))).toEqual(['Same\nA', 'Same\nA (2)', 'Same\nA (2) (2)']);
  });

  it('the JUnit report tells failures, errors, skipped and unimplemented cases apart', async () => {
    const cases = casesOf(await junit(featureRun()));
    const end = (number: number) => cases[number]?.children.find(({ name }) => /failure|error|skipped/.test(name));
    expect(end(1)).toMatchObject({
      name: 'failure',
      attributes: { message: 'Look at the box: The heading has another text.', type: 'AssertionError' },
      text: expect.stringMatching(/Expected: Welcome Bob\nActual: Welcome Ann\nat: When I type cup \(line 15\)$/),
    });
    expect(end(2)).toMatchObject({ name: 'error', attributes: { type: 'Error' } });
    expect(end(3)).toMatchObject({ name: 'skipped', attributes: { message: 'It did not run to its end.' } });
    expect(end(4)).toMatchObject({ name: 'skipped', attributes: { message: 'Not implemented: When I write' } });
    expect(end(5)).toMatchObject({ name: 'error', attributes: { message: 'The page went away.' } });
    expect(end(0)).toBeUndefined();
  });

  it('the JUnit report names the issue key and the tags of each case', async () => {
    const cases = casesOf(await junit(featureRun()));
    const properties = (one: XmlElement | undefined) =>
      one === undefined ? [] : elementsOf(one, 'property').map(({ attributes }) => [attributes.name, attributes.value]);
    expect(properties(cases[0])).toEqual([
      ['test_key', 'SHOP-12'],
      ['tags', '@REQ-1,@shop,@TEST_SHOP-12,@smoke'],
    ]);
    expect(properties(cases[2])[0]).toEqual(['test_key', 'SHOP-13']);
    expect(properties(cases[3])).toEqual([['tags', '@REQ-1,@shop']]);
  });

  it('the JUnit report names pictures so that build servers can show them', async () => {
    const [, failed] = casesOf(await junit(featureRun({ screenshot: 'screenshots/1-a b.png' })));
    expect(failed?.children.at(-1)?.text).toContain('[[ATTACHMENT|.steploom/runs/r1/screenshots/1-a b.png]]');
  });

  it('the JUnit report lists the tests of modules as well', async () => {
    const pay = planned('t1', 'Pay', { row: { index: 1, values: { card: 'visa' } } });
    const audit = planned('t3', 'Audit', { module: admin });
    const run = finishedRun({
      outcome: 'error',
      items: [
        { planned: pay, result: ended(pay, [action(0, 'Check', FAILED_ASSERT)]) },
        { planned: audit, result: ended(audit, [action(0, 'Click', FAILED_CLICK)]) },
      ],
    });
    const root = await junit({ run, messages: runMessages(run, MACHINE), folder: RUN_FOLDER });
    expect(elementsOf(root, 'testsuite').map(({ attributes }) => [attributes.name, attributes.file])).toEqual([
      ['Shop', 'versions/main/modules/m1.json'],
      ['Admin', 'versions/main/modules/m2.json'],
    ]);
    expect(namesOf(root)).toEqual(['Shop\nPay (row 2)', 'Admin\nAudit']);
  });

  it('a JUnit report that would be too large for GitLab leaves out what passed and cuts texts, and says so', {
    tags: 'full',
  }, async () => {
    const error = { message: '日'.repeat(10_000) };
    const items = Array.from({ length: 400 }, (_, index) => {
      const test = planned(`t${index + 1}`, `Test ${'of the basket '.repeat(13)}${index}`);
      if (index % 100 === 0) return { planned: test, result: ended(test, [action(0, 'Look')]) };
      const failed = ended(test, [action(0, 'Look', { ...FAILED_ASSERT, error })]);
      return { planned: test, result: failed, earlier: Array.from({ length: 6 }, () => failed) };
    });
    const run = finishedRun({ outcome: 'failed', items });
    const text = await textOf('junit', { run, messages: runMessages(run, MACHINE) });
    expect(Buffer.byteLength(text)).toBeLessThan(30_000_000);
    const root = readXml(text);
    expect(new Set(namesOf(root)).size).toBe(items.length);
    const [passed, failed] = casesOf(root);
    expect(passed?.children).toEqual([]);
    const [failure] = failed?.children.filter(({ name }) => name === 'failure') ?? [];
    expect(failure?.text.endsWith('(cut: the report would be too large)')).toBe(true);
  });

  it('the JUnit report is well-formed whatever names and messages contain', { tags: 'full' }, async () => {
    const hostile = [
      ']]>',
      '<![CDATA[',
      '&amp;',
      '<b a="\'">',
      '\u0000\u001B[31m\u0008',
      '\uD800',
      '\uFFFE',
      '\u202E',
      '\t\r\n',
    ];
    const texts = fc.array(fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary' })), { maxLength: 6 });
    const text = texts.map(parts => parts.join(''));
    await fc.assert(
      fc.asyncProperty(text, text, async (name, message) => {
        const test = planned('t1', 'Pay');
        const failing = action(0, name, { ...FAILED_ASSERT, error: { message, expected: name } });
        const result = ended(test, [failing], { title: name, moduleName: message });
        const run = finishedRun({ outcome: 'failed', items: [{ planned: test, result }] });
        const [only] = casesOf(await junit({ run, messages: runMessages(run, MACHINE) }));
        expect(only?.children[0]?.name).toBe('failure');
      }),
      { numRuns: 150 },
    );
  });
});
