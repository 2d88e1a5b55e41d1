import { CAMP_ART } from './camp-art.ts';
import { CLOTHING_ART } from './clothing-art.ts';
import { FOOTWEAR_ART } from './footwear-art.ts';
import { PACKS_ART } from './packs-art.ts';

const SHAPES = { ...CLOTHING_ART, ...FOOTWEAR_ART, ...PACKS_ART, ...CAMP_ART };

export type ArtKind = keyof typeof SHAPES;

const COLOURS = {
  pine: { main: '#2f6b4f', ground: '#e4ede6' },
  ochre: { main: '#cf9033', ground: '#f6ecd9' },
  rust: { main: '#b4532a', ground: '#f6e5db' },
  slate: { main: '#567182', ground: '#e5ebee' },
  navy: { main: '#334a70', ground: '#e3e8f0' },
  sand: { main: '#c3ab82', ground: '#f3eee3' },
  plum: { main: '#74496a', ground: '#efe4ec' },
  charcoal: { main: '#45494d', ground: '#e9eaea' },
  sky: { main: '#5f97b8', ground: '#e2eef5' },
  moss: { main: '#7b8a4b', ground: '#ecefdf' },
} as const;

export type Colour = keyof typeof COLOURS;

/** Draws a product as an SVG picture of its own, four by three, with the middle square for small sizes. */
export function productArt(kind: ArtKind, colour: Colour) {
  const { main, ground } = COLOURS[colour];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-40 0 320 240" width="640" height="480">
<rect x="-40" width="320" height="240" fill="${ground}"/>
<circle cx="120" cy="116" r="94" fill="#fff" opacity=".5"/>
<ellipse cx="120" cy="208" rx="74" ry="7" opacity=".1"/>
<g fill="${main}" stroke-linecap="round" stroke-linejoin="round">${SHAPES[kind]}</g>
</svg>`;
}
