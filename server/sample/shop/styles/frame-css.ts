/** Header, menus, footer, messages. */
export const FRAME_CSS = `
.skip { position: absolute; left: 12px; top: -60px; z-index: 30; padding: 8px 16px; background: #fff; border-radius: 8px; }
.skip:focus { top: 8px; }
.site-header { background: var(--card); border-bottom: 1px solid var(--line); }
.strip { margin: 0; padding: 5px 16px; background: var(--pine-deep); color: #e9f3ed; text-align: center; font-size: 14px; }
.header-row { display: flex; align-items: center; gap: 32px; padding-block: 14px; }
.logo { display: inline-flex; align-items: center; gap: 8px; color: var(--pine-deep); font-size: 24px; font-weight: 700; letter-spacing: -.03em; text-decoration: none; }
.logo-mark { width: 30px; height: 30px; }
.search { position: relative; flex: 1; max-width: 460px; }
.search input { border-radius: 999px; padding-inline: 18px 92px; background: #f6f4ee; min-height: 44px; }
.search input::-webkit-search-cancel-button { display: none; }
.search button {
  position: absolute; right: 4px; top: 4px; width: 36px; height: 36px; padding: 0;
  border: 0; border-radius: 50%; background: var(--pine); color: #fff; cursor: pointer;
}
.search button:hover { background: var(--pine-deep); }
.search kbd {
  position: absolute; right: 50px; top: 11px; width: 22px; height: 22px; text-align: center;
  font: 600 13px/20px inherit; color: var(--muted); border: 1px solid #bdc3bb; border-radius: 5px; background: #fff; pointer-events: none;
}
.search:focus-within kbd { display: none; }
.header-links { display: flex; align-items: center; gap: 22px; margin-left: auto; font-size: 15px; }
.header-links a, .account { display: inline-flex; align-items: center; gap: 6px; color: var(--ink); text-decoration: none; white-space: nowrap; }
.header-links a:hover { color: var(--pine); text-decoration: underline; }
.header-links .link-button { font-size: 15px; white-space: nowrap; }
.account { font-weight: 600; }
.count { min-width: 22px; padding: 1px 6px; border-radius: 999px; background: #ecebe5; color: #38403b; font-size: 13px; font-weight: 700; line-height: 20px; text-align: center; }
.count.strong { background: var(--rust); color: #fff; }
.site-nav { border-top: 1px solid #f0ece2; }
.site-nav ul { list-style: none; margin: 0 auto; }
.site-nav > ul { display: flex; gap: 6px; padding-block: 4px; padding-inline: 12px; }
.site-nav > ul > li > a, .category-menu > button {
  display: inline-flex; align-items: center; gap: 6px; min-height: 40px; padding: 0 12px; border: 0; border-radius: 8px;
  background: none; color: var(--ink); font-size: 15px; font-weight: 600; text-decoration: none; cursor: pointer;
}
.site-nav > ul > li > a:hover, .category-menu > button:hover, .category-menu > button[aria-expanded=true] { background: var(--pine-soft); color: var(--pine-deep); }
.category-menu { position: relative; }
.category-menu .icon { width: 16px; height: 16px; }
.category-menu > button[aria-expanded=true] .icon { transform: rotate(180deg); }
.category-menu > ul { display: none; position: absolute; top: 100%; left: 0; z-index: 20; min-width: 220px; padding: 6px; }
.category-menu > button[aria-expanded=true] + ul { display: block; }
.category-menu > ul, .menu, [role=tooltip] { background: #fff; border: 1px solid var(--line); border-radius: var(--radius); box-shadow: 0 12px 32px rgb(28 37 32 / .18); }
.category-menu li a, .menu button {
  display: block; width: 100%; padding: 9px 14px; border: 0; border-radius: 6px; background: none;
  color: var(--ink); font-size: 15px; text-align: left; text-decoration: none; cursor: pointer;
}
.category-menu li a:hover, .menu button:hover, .menu button:focus { background: var(--pine-soft); color: var(--pine-deep); }
.menu { position: fixed; z-index: 25; min-width: 190px; padding: 6px; }
.site-footer { border-top: 1px solid var(--line); background: #f1eee5; font-size: 15px; }
.site-footer > div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 8px 32px; padding-block: 22px; }
.site-footer p { margin: 0; }
.site-footer ul { display: flex; gap: 24px; list-style: none; margin: 0; padding: 0; }
.toast {
  position: fixed; left: 50%; bottom: 24px; z-index: 40; transform: translateX(-50%); max-width: calc(100vw - 48px);
  padding: 12px 22px; border-radius: 999px; background: var(--ink); color: #fff; font-weight: 500; box-shadow: 0 8px 28px rgb(28 37 32 / .3);
  pointer-events: none;
}
.toast:empty { padding: 0; }
.message { max-width: 560px; margin: 40px auto; text-align: center; }
.message .button { margin-top: 12px; }
.message-code { font-size: 88px; line-height: 1; font-weight: 800; letter-spacing: -.04em; color: #5f8370; }
.done { display: grid; place-items: center; width: 72px; height: 72px; margin: 0 auto 20px; border-radius: 50%; background: #dff0e5; color: var(--pine); }
.done .icon { width: 38px; height: 38px; }
.empty { padding: 56px 24px; text-align: center; border: 1px dashed #c9c4b5; border-radius: var(--radius); background: #fdfcf9; }
.empty p:last-child { margin: 0; }
`;
