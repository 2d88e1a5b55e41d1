/** What is done to an element in each situation, and the cases that come of that. */
import { type EngineCase, HOPELESS, holds, on, script } from './engine-case.ts';

export type Markup = (more?: string) => string;

/** What deeds are done to: markup with a hole for attributes. */
const BUTTON: Markup = (more = '') => `<button id="t" ${more}>Go</button>`;
const FIELD: Markup = (more = '') => `<input id="t" aria-label="Field" ${more}>`;
const BOX: Markup = (more = '') => `<input id="t" type="checkbox" aria-label="Box" ${more}>`;
const LIST: Markup = (more = '') => `<select id="t" aria-label="List" ${more}><option>A<option>B</select>`;

const DEEDS = {
  click: { target: BUTTON, needs: ['input', 'pointer'], perform: (at: string) => on('click', at) },
  hover: { target: BUTTON, needs: ['pointer'], perform: (at: string) => on('hover', at) },
  fill: { target: FIELD, needs: ['input'], perform: (at: string) => on('fill', at, { value: 'text' }) },
  check: { target: BOX, needs: ['input', 'pointer'], perform: (at: string) => on('check', at) },
  select: { target: LIST, needs: ['input'], perform: (at: string) => on('select', at, { values: ['B'] }) },
  expect: { target: BUTTON, needs: [], perform: (at: string) => holds('toBeVisible', { locator: at }) },
} as const;

type DeedName = keyof typeof DEEDS;
type Need = 'input' | 'pointer';

export const ALL: readonly DeedName[] = ['click', 'hover', 'fill', 'check', 'select', 'expect'];

export interface Situation {
  html(target: Markup): string;
  /** Those to which the situation makes a difference. */
  deeds: readonly DeedName[];
  /** Around the target, outermost first. */
  frames?: readonly string[];
  /** What never can be done there. */
  hopeless?: 'all' | Need;
  /** See `EngineCase`. */
  differsInPlace?: string;
}

const isHopeless = ({ hopeless }: Situation, needs: readonly Need[]): boolean =>
  hopeless === 'all' || (hopeless !== undefined && needs.includes(hopeless));

/** A case for each deed to which the situation makes a difference. */
export function casesOf([name, situation]: [string, Situation]): EngineCase[] {
  return situation.deeds.map(deed => {
    const { target, needs, perform } = DEEDS[deed];
    const page = situation.html(target);
    const locator = `${(situation.frames ?? []).map(frame => `frameLocator('${frame}').`).join('')}locator('#t')`;
    const done = perform(locator);
    return {
      title: `${deed} on an element ${name}`,
      page,
      ...(situation.differsInPlace === undefined ? {} : { differsInPlace: situation.differsInPlace }),
      actions: [
        ...(page.includes('window.begin') ? [script('begin()')] : []),
        isHopeless(situation, needs) ? { ...done, ...HOPELESS } : done,
      ],
    };
  });
}
