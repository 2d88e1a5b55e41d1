/** Shapes of garments; the main colour is inherited, light and shade are laid over it. */
export const CLOTHING_ART = {
  jacket: `
<path d="M88 66C66 72 54 96 42 170l27 8 21-62zM152 66c22 6 34 30 46 104l-27 8-21-62z"/>
<path d="M88 66C66 72 54 96 42 170l27 8 21-62zM152 66c22 6 34 30 46 104l-27 8-21-62z" fill="#000" opacity=".14"/>
<path d="M86 62h68c6 36 8 92 9 140H77c1-48 3-104 9-140z"/>
<path d="M90 70c-5-34 12-46 30-46s35 12 30 46c-12 10-48 10-60 0z"/>
<path d="M101 66c-3-22 7-30 19-30s22 8 19 30c-8 6-30 6-38 0z" fill="#000" opacity=".38"/>
<path d="M120 74v128" fill="none" stroke="#fff" stroke-width="3" opacity=".8"/>
<path d="M92 152l10 26M148 152l-10 26" fill="none" stroke="#000" stroke-width="3" opacity=".3"/>
<path d="M82 112c24 7 52 7 76 0" fill="none" stroke="#000" stroke-width="2" opacity=".18"/>
<path d="M77 194h86l1 8H76z" fill="#000" opacity=".2"/>
<path d="M43 163l28 8-2 7-27-8zM197 163l-28 8 2 7 27-8z" fill="#000" opacity=".22"/>
<rect x="130" y="98" width="16" height="7" rx="1.500" fill="#fff" opacity=".75"/>`,
  jumper: `
<path d="M90 54C66 62 54 92 44 170l26 7 20-64zM150 54c24 8 36 38 46 116l-26 7-20-64z"/>
<path d="M90 54C66 62 54 92 44 170l26 7 20-64zM150 54c24 8 36 38 46 116l-26 7-20-64z" fill="#000" opacity=".13"/>
<path d="M90 54c18-6 42-6 60 0 8 40 9 96 10 138H80c1-42 2-98 10-138z"/><path d="M98 48c14-5 30-5 44 0-12 20-32 20-44 0z"/>
<path d="M98 48c12 20 32 20 44 0l6 6c-12 28-44 28-56 0z" fill="#000" opacity=".25"/>
<path d="M98 48c14-5 30-5 44 0-12 20-32 20-44 0z" fill="#000" opacity=".45"/>
<path d="M80 182h80v16H80z"/>
<path d="M80 182h80v16H80z" fill="#000" opacity=".18"/>
<path d="M88 184v12m8-12v12m8-12v12m8-12v12m8-12v12m8-12v12m8-12v12m8-12v12" stroke="#fff" stroke-width="2" opacity=".3"/>
<path d="M85 104l10 8 10-8 10 8 10-8 10 8 10-8 10 8" fill="none" stroke="#fff" stroke-width="4" opacity=".75"/>
<path d="M85 120l10 8 10-8 10 8 10-8 10 8 10-8 10 8" fill="none" stroke="#fff" stroke-width="2.500" opacity=".45"/>
<path d="M45 162l27 8-2 7-26-7zM195 162l-27 8 2 7 26-7z" fill="#000" opacity=".22"/>`,
  shirt: `
<path d="M92 50L46 78l18 40 24-10zM148 50l46 28-18 40-24-10z"/>
<path d="M92 50L46 78l18 40 24-10zM148 50l46 28-18 40-24-10z" fill="#000" opacity=".12"/>
<path d="M92 50h56l6 56v92H86v-92zM98 50c14-4 30-4 44 0z"/>
<path d="M98 50c4 24 40 24 44 0l7 2c-5 34-53 34-58 0z" fill="#000" opacity=".2"/>
<path d="M98 50c4 24 40 24 44 0-14-4-30-4-44 0z" fill="#000" opacity=".42"/>
<path d="M128 104h18v18c-4 5-14 5-18 0z" fill="#000" opacity=".15"/>
<path d="M86 190h68v8H86z" fill="#000" opacity=".14"/>
<path d="M60 110l24-10M180 110l-24-10" stroke="#fff" stroke-width="2" opacity=".5"/>`,
  trousers: `
<path d="M86 40h68l14 162h-34L120 100l-14 102H72z"/>
<path d="M120 78l48 124h-34L120 100z" fill="#000" opacity=".16"/>
<path d="M86 40h68l1.500 14h-71z" fill="#000" opacity=".28"/>
<path d="M94 38v18m52-18v18m-26-18v18" stroke="#fff" stroke-width="4" opacity=".5"/>
<path d="M120 56v34" stroke="#000" stroke-width="2" opacity=".3"/>
<path d="M86 60c2 14 10 20 20 20M154 60c-2 14-10 20-20 20" fill="none" stroke="#000" stroke-width="2.500" opacity=".28"/>
<path d="M80 118h24v26H78zM136 118h24l2 26h-24z" fill="#000" opacity=".12"/>
<path d="M73 194h35l-1 8H72zM133 194h35l.700 8H134z" fill="#000" opacity=".22"/>`,
} as const;
