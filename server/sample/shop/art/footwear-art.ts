/** Shapes of shoes and socks, toe to the right. */
export const FOOTWEAR_ART = {
  boot: `
<path d="M76 44c18 6 40 6 58 0l2 66c8 16 30 24 50 32 16 6 20 20 20 40H62c2-44 10-90 14-138z"/>
<path d="M64 152c16-6 34-4 48 4 20 12 54 8 84-6 8 8 10 18 10 32H62z" fill="#000" opacity=".15"/>
<path d="M58 180h150c4 8 2 16-2 20H62c-6-4-7-12-4-20z" fill="#2c2723"/>
<path d="M66 200v5m14-5v5m14-5v5m40-5v5m14-5v5m14-5v5m14-5v5m14-5v5" stroke="#2c2723" stroke-width="8" stroke-linecap="butt"/>
<path d="M74 44c20 8 42 8 62 0v12c-20 7-43 7-63 0z" fill="#000" opacity=".3"/>
<path d="M118 70l18 4m-18 12l18 4m-16 12l18 4m-12 12l18 2m-10 12l18-2" stroke="#fff" stroke-width="4" opacity=".85"/>
<path d="M86 62c-4 30-8 60-10 88" fill="none" stroke="#fff" stroke-width="2" opacity=".35" stroke-dasharray="4 5"/>
<path d="M70 44c-8 0-10 12-4 20" fill="none" stroke="#2c2723" stroke-width="5"/>`,
  shoe: `
<path d="M48 98c10 14 28 16 42 8l16-16c14 26 44 44 78 52 20 4 26 18 24 36H42c-2-28 0-56 6-80z"/>
<path d="M42 178c8-30 26-40 46-32 30 12 70 20 120 18v14z" fill="#000" opacity=".16"/>
<path d="M36 174c40 8 120 8 176-4 2 10 0 20-6 26H48c-10-4-14-12-12-22z" fill="#f4f1ea" stroke="#cfc8ba" stroke-width="2"/>
<path d="M42 190h168l-4 8H50z" fill="#2c2723"/>
<path d="M104 106l14-8m-4 20l14-10m-2 22l14-12m0 22l12-12m2 20l10-12" stroke="#fff" stroke-width="4.500" opacity=".9"/>
<path d="M60 172l18-44 18 36 12-30 18 36" fill="none" stroke="#fff" stroke-width="4" opacity=".45"/>
<path d="M48 98c-5-8-2-14 6-14" fill="none" stroke="#000" stroke-width="4" opacity=".4"/>`,
  sandal: `
<path d="M34 168c30-10 60 2 92 2s56-10 82-4c6 10 4 22-4 28H42c-10-6-14-16-8-26z" fill="#3a322b"/>
<path d="M34 168c30-10 60 2 92 2s56-10 82-4l1 8c-28-4-52 6-84 6s-60-12-92-2z" fill="#a98b62"/>
<path d="M54 166c-12-50 8-74 32-70 22 4 32 22 38 30" fill="none" stroke-width="17" stroke="#fff" opacity="0"/>
<path d="M46 166c-8-46 10-72 36-68 18 2 32 14 42 30l-12 10c-8-14-18-22-32-24-18-2-22 22-16 54z"/>
<path d="M96 172c2-40 28-62 62-56 16 4 26 14 30 24l-4 28-16 2c2-22-4-36-20-38-18-2-30 12-32 40z"/>
<path d="M96 172c2-40 28-62 62-56 16 4 26 14 30 24l-4 28-16 2c2-22-4-36-20-38-18-2-30 12-32 40z" fill="#000" opacity=".15"/>
<path d="M104 118l44 14 6-16-40-14z"/>
<path d="M104 118l44 14 6-16-40-14z" fill="#fff" opacity=".15"/>
<rect x="120" y="106" width="16" height="16" rx="3" fill="none" stroke="#f4f1ea" stroke-width="4"/>`,
  sock: `
<path d="M92 34h54v86c0 14 10 20 26 32 22 16 16 50-14 50-24 0-46-18-58-32-8-10-10-20-9-34z"/>
<path d="M92 34h54v20H92z" fill="#fff" opacity=".45"/>
<path d="M99 36v16m8-16v16m8-16v16m8-16v16m8-16v16m8-16v16" stroke="#000" stroke-width="2" opacity=".22"/>
<path d="M92 70h54v10H92zM92 90h54v6H92z" fill="#fff" opacity=".55"/>
<path d="M91 136c4-12 30-10 34 4 4 16-12 32-24 30-8-10-11-20-10-34z" fill="#000" opacity=".2"/>
<path d="M158 202c30 0 36-34 14-50-12 8-20 34-14 50z" fill="#000" opacity=".2"/>`,
} as const;
