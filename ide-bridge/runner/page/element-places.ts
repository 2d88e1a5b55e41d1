import type { ElementHandle, Locator as ElementLocator } from 'playwright';
import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';
import { factsSelector } from '../../browser/reading/page-facts.ts';

/** For axe-core: selectors through the frames and shadow trees that an element is in. */
export type ElementPlace = TreePlace | { fromFrames: readonly TreePlace[] };

type TreePlace = string | { fromShadowDom: readonly string[] };

const MOST_ELEMENTS = 500;

const Trees = z.array(z.string());

interface PlaceLimit {
  timeout: number;
  signal: AbortSignal;
}

/** Of all elements that a locator finds now. Errors: `invalid-params` for too many. */
export async function placesOf(elements: ElementLocator, words: string, limit: PlaceLimit): Promise<ElementPlace[]> {
  const all = await elements.all();
  if (all.length > MOST_ELEMENTS)
    throw new AppError(
      'invalid-params',
      `${words} finds ${all.length} elements; at most ${MOST_ELEMENTS} can be named for a check of accessibility.`,
    );
  const places: ElementPlace[] = [];
  for (const each of all) {
    // What has gone since is nothing to check.
    const handle = await each.elementHandle(limit).catch(() => null);
    if (handle === null) continue;
    const place = await placeOf(handle);
    await handle.dispose();
    if (place !== undefined) places.push(place);
  }
  return places;
}

async function placeOf(element: ElementHandle): Promise<ElementPlace | undefined> {
  const ways = [await treesOf(element)];
  for (let frame = await element.ownerFrame(); frame?.parentFrame(); frame = frame.parentFrame()) {
    const owner = await frame.frameElement();
    ways.unshift(await treesOf(owner));
    await owner.dispose();
  }
  const [own = [], ...inner] = ways;
  if (ways.some(trees => trees.length === 0)) return undefined;
  if (inner.length > 0) return { fromFrames: ways.map(throughShadows) };
  return throughShadows(own);
}

function throughShadows(trees: readonly string[]): TreePlace {
  const [only = ''] = trees;
  return trees.length === 1 ? only : { fromShadowDom: trees };
}

/** Asked in Playwright's own world, so that the page has no part in it. */
async function treesOf(element: ElementHandle): Promise<string[]> {
  const reply = await element.$(factsSelector({ kind: 'place' }));
  return Trees.parse(JSON.parse((await reply?.textContent()) ?? '[]'));
}
