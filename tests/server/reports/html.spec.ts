import { expect, it } from 'vitest';
import { runMessages } from '../../../server/runs/messages/run-messages.ts';
import { action, ended, FAILED_ASSERT, MACHINE, planned } from '../runs/run-fixture.ts';
import { featureRun } from './feature-run.ts';
import { finishedRun } from './finished-run.ts';
import { textOf } from './made-report.ts';

it('the HTML report is one page that needs no other file', async () => {
  const page = await textOf('html', featureRun());
  expect(page).toMatch(/^<!DOCTYPE html>/i);
  expect(page.trimEnd()).toMatch(/<\/html>$/);
  const [head = ''] = page.split('<script');
  expect(page).not.toMatch(/<script[^>]+src=/);
  expect(page).not.toMatch(/<link[^>]+rel="?stylesheet/);
  expect(head).not.toMatch(/url\(["']?https?:/);
  expect(page).toContain('Nothing twice');
});

it('the HTML report keeps texts that would close its script as plain text', async () => {
  const hostile = '</script><script>window.pwned = 1</script><!-- <img src=x onerror=pwned()>';
  const test = planned('t1', 'Pay');
  const error = { message: hostile };
  const result = ended(test, [action(0, hostile, { ...FAILED_ASSERT, error })], { title: hostile });
  const run = finishedRun({ outcome: 'failed', items: [{ planned: test, result }] });
  const page = await textOf('html', { run, messages: runMessages(run, MACHINE) });
  const plain = await textOf('html', { run: finishedRun({ items: [] }), messages: [] });
  const scripts = (text: string) => text.match(/<script|<\/script/g)?.length;
  expect(scripts(page)).toBe(scripts(plain));
  expect(page).not.toContain('<img src=x');
});
