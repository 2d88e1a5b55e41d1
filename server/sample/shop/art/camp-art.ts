/** Shapes of things for the camp. */
export const CAMP_ART = {
  mug: `
<path d="M160 96c44-10 50 64-4 62" fill="none" stroke="#2c2723" stroke-width="17"/>
<path d="M160 96c44-10 50 64-4 62" fill="none" stroke="#f4f1ea" stroke-width="9"/>
<path d="M62 76h102l-6 112c-1 10-8 16-18 16H86c-10 0-17-6-18-16z"/>
<path d="M138 76h26l-6 112c-1 10-8 16-18 16h-12c6-40 8-80 10-128z" fill="#000" opacity=".13"/>
<ellipse cx="113" cy="76" rx="52" ry="13" fill="#2c2723"/><ellipse cx="113" cy="77" rx="46" ry="9.500" fill="#f4f1ea"/>
<path d="M70 80c20 10 66 10 86 0-20-6-66-6-86 0z" fill="#7a4a2b"/>
<path d="M88 168l18-30 10 14 10-18 20 34z" fill="#fff" opacity=".8"/>
<path d="M100 56c-8-10 8-14 0-26m26 26c-8-10 8-14 0-26" fill="none" stroke="#8b9a92" stroke-width="4" opacity=".6"/>`,
  tent: `
<path d="M24 202l30-28M216 202l-30-28" stroke="#2c2723" stroke-width="2.500"/>
<path d="M120 56c-14 60-42 112-84 146h168c-42-34-70-86-84-146z"/>
<path d="M120 56c14 60 42 112 84 146h-44c-20-40-34-90-40-146z" fill="#000" opacity=".18"/>
<path d="M120 84c-4 50-16 88-36 118h72c-20-30-32-68-36-118z" fill="#2c2723" opacity=".82"/>
<path d="M120 84c-4 50-16 88-36 118h22c8-36 12-74 14-118z" fill="#f4f1ea" opacity=".85"/>
<path d="M112 48l8 10 8-10" fill="none" stroke="#2c2723" stroke-width="4"/>
<path d="M70 156c-6 10-12 18-20 26" fill="none" stroke="#fff" stroke-width="3" opacity=".5"/>
<path d="M28 202h184" stroke="#2c2723" stroke-width="4"/>`,
  kettle: `
<path d="M76 94c0-60 88-60 88 0" fill="none" stroke="#2c2723" stroke-width="8"/>
<path d="M164 122c20 0 22-28 40-30l6 12c-16 6-18 50-46 56z"/>
<path d="M164 122c20 0 22-28 40-30l6 12c-16 6-18 50-46 56z" fill="#000" opacity=".2"/>
<path d="M74 94h92c14 26 16 66 4 100-2 6-6 8-12 8H82c-6 0-10-2-12-8-12-34-10-74 4-100z"/>
<path d="M144 94h22c14 26 16 66 4 100-2 6-6 8-12 8h-22c14-34 16-72 8-108z" fill="#000" opacity=".15"/>
<path d="M74 94c4-16 88-16 92 0z" fill="#000" opacity=".3"/>
<path d="M74 94c4-16 88-16 92 0z" opacity=".7"/>
<circle cx="120" cy="76" r="7" fill="#2c2723"/>
<path d="M84 112c-6 22-6 46 0 70" fill="none" stroke="#fff" stroke-width="6" opacity=".45"/>
<path d="M66 182h108" stroke="#000" stroke-width="3" opacity=".2"/>`,
  lantern: `
<path d="M86 76c0-62 68-62 68 0" fill="none" stroke="#2c2723" stroke-width="6"/>
<path d="M90 66h60l8 22H82z"/><path d="M90 66h60l8 22H82z" fill="#000" opacity=".2"/>
<path d="M86 88h68l6 76H80z" fill="#fff3cf"/>
<path d="M120 104c14 18 16 26 16 34a16 16 0 0 1-32 0c0-8 2-16 16-34z" fill="#f0a93b"/>
<path d="M120 122c7 9 8 13 8 18a8 8 0 0 1-16 0c0-5 1-9 8-18z" fill="#fff6d8"/>
<path d="M86 88l-6 76m74-76l6 76m-50-76l-4 76m24-76l4 76" stroke="#2c2723" stroke-width="3.500" opacity=".75"/>
<path d="M74 164h92v22c0 10-6 18-16 18H90c-10 0-16-8-16-18z"/>
<path d="M134 164h32v22c0 10-6 18-16 18h-20c4-12 4-26 4-40z" fill="#000" opacity=".18"/>
<circle cx="104" cy="184" r="8" fill="#f4f1ea"/><path d="M104 184l4-5" stroke="#2c2723" stroke-width="2.500"/>`,
} as const;
