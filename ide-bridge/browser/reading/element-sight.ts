import type { Locator as PlaywrightLocator } from 'playwright';
import { z } from 'zod';
import { ElementLook } from '../../../model/locator/element-look.ts';
import { isGenerated } from '../../../model/locator/is-generated.ts';
import { AMOUNT } from '../../../model/locator/same-words.ts';
import { SightReader } from '../../page/elements/sight-reader.ts';
import { type InPage, inPage } from '../../page/in-page.ts';
import { DEFAULT_TEST_ID_ATTRIBUTE } from './test-id-attribute.ts';

const MOST_CHARACTERS = 120;

const Read = ElementLook.omit({ role: true, name: true });
const AriaSnapshot = z.array(z.union([z.string(), z.looseObject({ role: z.string(), name: z.string().default('') })]));

/** Roles of plain text count as none. */
const ROLELESS = ['text', 'generic'];

export const sightReader = (testIdAttribute: string): InPage<SightReader> =>
  inPage(SightReader, MOST_CHARACTERS, testIdAttribute, AMOUNT);

/** Errors: those of Playwright, also for several elements. */
export async function seeElement(
  element: PlaywrightLocator,
  {
    testIdAttribute = DEFAULT_TEST_ID_ATTRIBUTE,
    ...limit
  }: { testIdAttribute?: string | undefined; signal: AbortSignal; timeout: number },
): Promise<ElementLook> {
  const code = `element => ${sightReader(testIdAttribute)}.read(element)`;
  // Playwright sends the `toString` of what it is given; for elements it accepts only functions.
  const reader = Object.assign((seen: unknown): unknown => seen, { toString: () => code });
  const [read, aria] = await Promise.all([element.evaluate(reader, undefined, limit), element.ariaSnapshotJSON(limit)]);
  const { marks, container, ...rest } = Read.parse(read);
  const [first] = AriaSnapshot.safeParse(aria).data ?? [];
  const { role = '', name = '' } = typeof first === 'object' && !ROLELESS.includes(first.role) ? first : {};
  const lasting = Object.entries(marks).filter(([, value]) => !isGenerated(value));
  return {
    ...rest,
    ...(container === undefined || isGenerated(container.slice(container.indexOf('=') + 1)) ? {} : { container }),
    role,
    name: name.slice(0, MOST_CHARACTERS),
    marks: Object.fromEntries(lasting),
  };
}
