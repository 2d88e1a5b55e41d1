import { z } from 'zod';
import type { PickingState } from '../messages.ts';

const Picked = z.object({
  element: z.object({
    role: z.string(),
    name: z.string(),
    locator: z.string(),
    fallbacks: z.array(z.string()).default([]),
  }),
});

/** What was pointed at; the popup, which closes meanwhile, shows it when it is opened again. */
export async function readPick(answer: Promise<unknown>): Promise<PickingState> {
  try {
    const { role, name, locator, fallbacks } = Picked.parse(await answer).element;
    return { isUnderWay: false, element: { role, name }, locators: [locator, ...fallbacks] };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { isUnderWay: false, locators: [], problem };
  }
}
