/** The product list, product pages, reviews, wish list. */
export const CATALOGUE_CSS = `
.hero {
  display: flex; align-items: center; min-height: 200px; margin-bottom: 32px; padding: 24px 40px; border-radius: 16px;
  background: #dfeae4 url("/assets/hero.svg") right bottom / cover no-repeat;
}
.hero div { max-width: 400px; }
.hero h1 { font-size: 38px; margin-bottom: 8px; color: var(--pine-deep); }
.hero p { margin: 0; font-size: 17px; color: #24382e; }
.list-head { display: flex; align-items: baseline; gap: 14px; margin-bottom: 16px; }
.list-head h1, .list-head h2 { margin: 0; }
.list-head h2 { font-size: 26px; }
.list-head p { margin: 0; }
.list-head .sort { margin-left: auto; }
.filters { display: flex; align-items: center; justify-content: space-between; gap: 24px; margin-bottom: 20px; }
.filters ul, .pages ul { display: flex; flex-wrap: wrap; gap: 8px; list-style: none; margin: 0; padding: 0; }
.filters ul a, .pages a {
  display: inline-flex; align-items: center; justify-content: center; min-height: 40px; padding: 0 16px; border: 1px solid #cfcabc; border-radius: 999px;
  background: #fff; color: var(--ink); font-size: 15px; text-decoration: none;
}
.filters ul a:hover, .pages a:hover { border-color: var(--pine); color: var(--pine); }
.filters ul a[aria-current], .pages a[aria-current] { background: var(--pine); border-color: var(--pine); color: #fff; font-weight: 600; }
.sort { display: flex; align-items: center; gap: 10px; font-size: 15px; }
.sort label { margin: 0; white-space: nowrap; }
.sort select { min-height: 40px; width: auto; }
.pages { margin-top: 32px; }
.pages ul { justify-content: center; }
.pages a { min-width: 40px; padding: 0 12px; border-radius: 8px; }

.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(230px, 1fr)); gap: 20px; list-style: none; margin: 0; padding: 0; }
.card {
  position: relative; display: flex; flex-direction: column; overflow: hidden;
  background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); transition: box-shadow .15s;
}
.card:hover { box-shadow: 0 10px 28px rgb(28 37 32 / .13); }
.card > img { width: 100%; aspect-ratio: 4 / 3; background: #f1eee5; }
.card-text { display: flex; flex-direction: column; flex: 1; padding: 14px 16px 16px; }
.card-text > p { margin-bottom: 2px; }
.card h3 a { color: var(--ink); text-decoration: none; }
.card h3 a:hover { text-decoration: underline; }
.card h3 a::after { content: ""; position: absolute; inset: 0; }
.card h3 a:focus-visible { outline: none; }
.card:has(h3 a:focus-visible) { outline: 3px solid var(--pine); outline-offset: 2px; }
.card-foot { display: flex; align-items: center; justify-content: space-between; gap: 8px; margin-top: auto; padding-top: 12px; }
.card-foot form { position: relative; z-index: 1; }
.card-foot .button { min-height: 38px; padding-inline: 14px; font-size: 15px; }
.price { margin: 0; font-size: 18px; font-weight: 700; font-variant-numeric: tabular-nums; }
.price.large { font-size: 28px; margin: 6px 0 12px; }
.rating { display: flex; align-items: center; gap: 4px; margin: 4px 0 0; font-size: 14px; font-weight: 600; }
.rating .muted { font-weight: 400; }
.star, .stars { color: #946000; }
.star .icon { width: 16px; height: 16px; vertical-align: -3px; }
.sold-out { margin: 0; color: var(--muted); font-weight: 600; }

.crumbs ol { display: flex; gap: 8px; list-style: none; margin: 0 0 20px; padding: 0; font-size: 15px; }
.crumbs li + li::before { content: "/"; margin-right: 8px; color: #6d756f; }
.crumbs [aria-current] { color: var(--muted); }
.product { display: grid; grid-template-columns: minmax(0, 560px) minmax(0, 1fr); gap: 48px; align-items: center; }
.product > img { width: 100%; border-radius: 16px; }
.product h1 { margin-bottom: 4px; font-size: 36px; }
.stock { display: flex; align-items: center; gap: 8px; font-weight: 600; color: #1c5a39; }
.stock::before { content: ""; width: 10px; height: 10px; border-radius: 50%; background: currentColor; }
.stock.low { color: #85510a; }
.stock.none { color: var(--rust); }
.buy { display: flex; align-items: end; gap: 14px; margin: 20px 0; }
.buy .field { margin: 0; width: 96px; }
.buy input, .buy select { min-height: 48px; }
.buy .button { flex: 1; max-width: 260px; }
.product-extras { display: flex; flex-wrap: wrap; gap: 8px 28px; padding-top: 16px; border-top: 1px solid var(--line); }
.tip { position: relative; }
.tip-button { border: 0; background: none; padding: 4px 0; font-weight: 600; text-decoration: underline dotted; text-underline-offset: 4px; cursor: help; }
[role=tooltip] { display: none; position: absolute; top: calc(100% + 6px); right: 0; z-index: 10; width: 260px; padding: 10px 14px; font-size: 14px; }
.tip:not(.dismissed):is(:hover, :focus-within) [role=tooltip] { display: block; }

.reviews { margin-top: 56px; padding-top: 28px; border-top: 1px solid var(--line); }
.reviews-head { display: flex; align-items: center; justify-content: space-between; gap: 24px; margin-bottom: 18px; }
.reviews h2 { font-size: 24px; }
.own-rating { display: flex; align-items: center; gap: 10px; font-weight: 600; }
.review-list { display: grid; grid-template-columns: repeat(3, 1fr); gap: 20px; list-style: none; margin: 0; padding: 0; }
.review { padding: 20px; background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); }
.review p:last-child { margin: 0; }
.review h3 { margin-bottom: 6px; }
.stars { margin-bottom: 4px; letter-spacing: 2px; }
.loading { padding: 40px; text-align: center; color: var(--muted); background: #f3f0e8; border-radius: var(--radius); }

dialog { width: min(480px, calc(100vw - 48px)); padding: 28px; border: 0; border-radius: 16px; color: inherit; box-shadow: 0 24px 80px rgb(28 37 32 / .35); }
dialog::backdrop { background: rgb(28 37 32 / .45); }
dialog h2 { margin-bottom: 6px; }
dialog table { margin-bottom: 20px; box-shadow: none; }
dialog form { text-align: right; }

.wishes { display: grid; gap: 12px; list-style: none; margin: 0; padding: 0; max-width: 760px; }
.wish { display: grid; grid-template-columns: 72px 1fr repeat(3, auto); gap: 20px; align-items: center; padding: 12px 20px 12px 12px; background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); }
.wish[draggable=true] { cursor: grab; }
.wish.dragged { opacity: .55; }
.wish.target { border-color: var(--pine); box-shadow: 0 0 0 2px var(--pine); background: var(--pine-soft); }
.moves { display: flex; gap: 6px; }
.moves button { display: grid; place-items: center; width: 40px; height: 40px; padding: 0; border: 1px solid #cfcabc; border-radius: 50%; background: #fff; color: var(--pine); cursor: pointer; }
.moves button:hover { border-color: var(--pine); background: var(--pine-soft); }
.moves button:disabled { border-color: #e8e5dc; background: none; color: #b9b5a8; cursor: not-allowed; }
.wish img, .line-product img { width: 72px; height: 72px; object-fit: cover; border-radius: 8px; }
.wish a, .line-product a { color: var(--ink); font-weight: 600; }
`;
