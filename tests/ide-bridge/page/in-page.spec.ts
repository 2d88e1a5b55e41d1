import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { InPage, inPage } from '../../../ide-bridge/page/in-page.ts';

test('what is sent to a page is ASCII, and means what was written', () => {
  function tell(given: string): unknown[] {
    // « and » are in comments as well.
    return [given, '«ä»', `\\·${given}`, /^[«»]$/.test('«'), /^[🙂-🙃]$/u.test('🙃'), '\\\\'];
  }
  const text = String(inPage(tell, '…'));
  expect(text).toMatch(/^[\0-\x7f]*$/);
  expect(runInNewContext(text)).toEqual(tell('…'));
  expect(runInNewContext(String(new InPage('/^\\·$/.test("·")')))).toBe(true);
});
