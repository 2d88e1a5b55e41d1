/** Shapes of packs and bags, seen from the front. */
export const PACKS_ART = {
  daypack: `
<path d="M104 50c0-22 32-22 32 0" fill="none" stroke="#2c2723" stroke-width="7"/>
<path d="M70 108c-14 10-16 60-8 84l14 2zM170 108c14 10 16 60 8 84l-14 2z" fill="#2c2723" opacity=".8"/>
<path d="M74 92c0-34 18-46 46-46s46 12 46 46v98c0 10-6 16-16 16H90c-10 0-16-6-16-16z"/>
<path d="M74 100c30 10 62 10 92 0v-8c0-34-18-46-46-46S74 58 74 92z" fill="#000" opacity=".14"/>
<path d="M84 138h72v48c0 7-5 12-12 12H96c-7 0-12-5-12-12z" fill="#000" opacity=".17"/>
<path d="M84 146h72" stroke="#fff" stroke-width="3" opacity=".6"/>
<path d="M120 100v28" stroke="#2c2723" stroke-width="8" stroke-linecap="butt"/>
<rect x="112" y="118" width="16" height="13" rx="3" fill="#f4f1ea"/>
<rect x="108" y="160" width="24" height="16" rx="2" fill="#f4f1ea" opacity=".85"/>
<path d="M112 172l8-8 8 8z" fill="#2f6b4f"/>`,
  trekpack: `
<path d="M66 104c-14 16-14 66-6 90h16zM174 104c14 16 14 66 6 90h-16z" fill="#2c2723" opacity=".75"/>
<rect x="66" y="186" width="108" height="20" rx="10" fill="#c3ab82"/>
<path d="M84 186v20m72-20v20" stroke="#2c2723" stroke-width="5"/>
<path d="M76 66h88v112c0 8-5 12-12 12H88c-7 0-12-4-12-12z"/>
<path d="M62 128h16v54H70c-5 0-8-3-8-8zM162 128h16v46c0 5-3 8-8 8h-8z"/>
<path d="M62 128h16v54H70c-5 0-8-3-8-8zM162 128h16v46c0 5-3 8-8 8h-8z" fill="#000" opacity=".25"/>
<path d="M72 60c0-22 18-32 48-32s48 10 48 32v18H72z"/>
<path d="M72 60c0-22 18-32 48-32s48 10 48 32v18H72z" fill="#000" opacity=".2"/>
<path d="M96 78v26m48-26v26" stroke="#2c2723" stroke-width="7" stroke-linecap="butt"/>
<rect x="90" y="96" width="12" height="10" rx="2" fill="#f4f1ea"/><rect x="138" y="96" width="12" height="10" rx="2" fill="#f4f1ea"/>
<path d="M86 122h68v50H86z" fill="#000" opacity=".14"/>
<path d="M86 122l68 50m0-50l-68 50" stroke="#fff" stroke-width="2.500" opacity=".5"/>
<path d="M100 46h40" stroke="#fff" stroke-width="3" opacity=".6"/>`,
  duffel: `
<path d="M78 108c4-58 80-58 84 0" fill="none" stroke="#2c2723" stroke-width="8"/>
<path d="M32 118c0-16 10-24 26-24h124c16 0 26 8 26 24v58c0 16-10 24-26 24H58c-16 0-26-8-26-24z"/>
<path d="M32 160h176v16c0 16-10 24-26 24H58c-16 0-26-8-26-24z" fill="#000" opacity=".25"/>
<path d="M56 94c-16 0-24 8-24 24v58c0 16 8 24 24 24 10-30 10-76 0-106zM184 94c16 0 24 8 24 24v58c0 16-8 24-24 24-10-30-10-76 0-106z" fill="#000" opacity=".16"/>
<path d="M74 106h92" stroke="#f4f1ea" stroke-width="4" opacity=".85"/>
<path d="M82 106v94m76-94v94" stroke="#2c2723" stroke-width="9" stroke-linecap="butt"/>
<path d="M78 108c4 26 80 26 84 0" fill="none" stroke="#2c2723" stroke-width="7" opacity=".55"/>
<rect x="105" y="142" width="30" height="20" rx="2" fill="#f4f1ea" opacity=".9"/><path d="M111 157l9-10 9 10z" fill="#2f6b4f"/>`,
  drybag: `
<path d="M152 66c34 8 40 60 14 104" fill="none" stroke="#2c2723" stroke-width="6"/>
<path d="M82 66h76l8 124c-20 18-72 18-92 0z"/>
<path d="M140 66h18l8 124c-6 6-14 9-24 11z" fill="#000" opacity=".15"/>
<path d="M86 78h14l-4 112-10-4z" fill="#fff" opacity=".25"/>
<path d="M74 40h92c4 0 6 3 5 7l-5 20H74l-5-20c-1-4 1-7 5-7z" fill="#000" opacity=".2"/>
<path d="M74 40h92c4 0 6 3 5 7l-5 20H74l-5-20c-1-4 1-7 5-7z" opacity=".75"/>
<path d="M72 52h96" stroke="#000" stroke-width="3" opacity=".3"/>
<rect x="106" y="34" width="28" height="16" rx="4" fill="#2c2723"/>
<circle cx="120" cy="134" r="24" fill="#fff" opacity=".85"/>
<path d="M120 116c10 14 14 19 14 26a14 14 0 0 1-28 0c0-7 4-12 14-26z"/>`,
} as const;
