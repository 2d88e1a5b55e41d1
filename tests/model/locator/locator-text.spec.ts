import { expect, it } from 'vitest';
import { z } from 'zod';
import { LocatorText } from '../../../model/locator/parse-locator.ts';

it('a locator text is kept as it was written', () => {
  expect(LocatorText.parse(' page.getByText("a") ')).toBe(' page.getByText("a") ');
});

it('a wrong locator text is refused with the message and position of the parser', () => {
  const [issue] = z.strictObject({ locator: LocatorText }).safeParse({ locator: 'getByTxt("a")' }).error?.issues ?? [];
  expect(issue).toMatchObject({
    path: ['locator'],
    message: expect.stringContaining('column 1: getByTxt is not part of a locator. Did you mean getByText?'),
    params: { position: { line: 1, column: 1 } },
  });
});

it('a locator text that is too long causes a single issue', () => {
  expect(LocatorText.safeParse('a'.repeat(4_001)).error?.issues).toHaveLength(1);
});

it('a locator text has a JSON Schema', () => {
  expect(z.toJSONSchema(LocatorText)).toMatchObject({ type: 'string', maxLength: 4_000 });
});
