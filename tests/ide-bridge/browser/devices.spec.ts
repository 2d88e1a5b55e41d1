import { devices } from 'playwright';
import { expect, test } from 'vitest';
import { DEVICES } from '../../../model/project/devices.ts';

test('the devices that a test may name are those of Playwright', () => {
  expect([...DEVICES].sort()).toEqual(Object.keys(devices).sort());
});
