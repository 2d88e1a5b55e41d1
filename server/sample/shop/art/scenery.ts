/** Pictures of the shop itself. */
export const HERO_ART = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1152 200" width="1152" height="200">
<rect width="1152" height="200" fill="#dfeae4"/>
<circle cx="978" cy="62" r="30" fill="#f2c879"/>
<path d="M470 200L640 70l52 40 106-86 150 112 62-36 142 100z" fill="#b7cfc3"/>
<path d="M798 24l-46 37 22-5 18 17 20-15 34 9z" fill="#fff"/><path d="M640 70l-30 23 18-3 12 10 14-8 12 3z" fill="#fff"/>
<path d="M420 200c110-70 210-76 320-36 110-58 210-62 412-4v40z" fill="#7ba68f"/>
<path d="M300 200c180-50 330-44 480-14 120-34 240-40 372-20v34z" fill="#2f6b4f"/>
<path d="M1024 172l17-48 17 48zm6-26l11-34 11 34zM1066 172l13-38 13 38zm4-20l9-28 9 28zM984 174l12-36 12 36zM598 172l10-30 10 30zM576 174l8-24 8 24z" fill="#1d4634"/>
<path d="M826 182l38-58 38 58z" fill="#cf9033"/><path d="M864 124l38 58h-26z" fill="#a66f1f"/><path d="M864 140l-14 42h24z" fill="#3b2a14"/>
<path d="M680 186c20-8 30 6 50-2s30 4 46-2" fill="none" stroke="#dfeae4" stroke-width="2" opacity=".35"/>
</svg>`;

export const ICON_ART = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="8" fill="#1f5a41"/>
<path d="M16 5l6 9h-3l5 7h-6v5h-4v-5H8l5-7h-3z" fill="#fff"/>
</svg>`;

export const DOWN_ART = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#1c2520" stroke-width="2.500">
<path d="M5 9l7 7 7-7" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
