/** Basket, checkout, payment, staff tables. */
export const CHECKOUT_CSS = `
.split { display: grid; grid-template-columns: minmax(0, 1fr) clamp(260px, 25vw, 320px); gap: 32px; align-items: start; }
.lines { margin-bottom: 16px; }
.line-product { display: flex; align-items: center; gap: 14px; }
.line-product p { margin: 0; font-weight: 400; }
.quantity { display: flex; align-items: center; gap: 10px; }
.quantity input { width: 72px !important; min-height: 40px !important; }
.quantity .link-button { font-size: 14px; }
.summary dl { display: grid; grid-template-columns: 1fr auto; gap: 8px 16px; margin: 0 0 20px; }
.summary dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; }
.summary .total { padding-top: 10px; margin-top: 4px; border-top: 1px solid var(--line); font-size: 18px; font-weight: 700; }
.summary dt.total { margin-right: -16px; }
.summary dl:last-child { margin: 0; }
.summary .button { width: 100%; }
.plain { list-style: none; margin: 0 0 14px; padding: 0 0 14px; border-bottom: 1px solid var(--line); }
.plain li { display: flex; justify-content: space-between; gap: 16px; padding: 3px 0; }
.plain li span:last-child { font-variant-numeric: tabular-nums; }
.steps { display: flex; gap: 8px; list-style: none; margin: 0 0 24px; padding: 0; counter-reset: step; }
.steps li { display: flex; align-items: center; gap: 8px; color: var(--muted); font-size: 15px; counter-increment: step; }
.steps li::before {
  content: counter(step); display: grid; place-items: center; width: 26px; height: 26px; border-radius: 50%;
  background: #e8e4d8; color: #454d48; font-size: 14px; font-weight: 700;
}
.steps li:not(:last-child)::after { content: ""; width: 40px; height: 1px; margin-left: 4px; background: #c9c4b5; }
.steps [aria-current] { color: var(--ink); font-weight: 700; }
.steps [aria-current]::before { background: var(--pine); color: #fff; }
fieldset { min-width: 0; margin: 0 0 24px; padding: 0 0 8px; border: 0; border-bottom: 1px solid var(--line); }
legend { font-size: 20px; letter-spacing: -.015em; margin-bottom: 14px; padding: 0; }
.choices { display: grid; grid-template-columns: repeat(3, 1fr); gap: 12px; margin-bottom: 16px; }
.choice { display: grid; grid-template-columns: auto 1fr; gap: 2px 10px; padding: 14px; border: 1px solid #cfcabc; border-radius: var(--radius); line-height: 1.35; cursor: pointer; }
.choice > span:last-child { grid-column: 2; font-weight: 600; }
.choice:hover { border-color: var(--pine); }
.choice:has(:checked) { border-color: var(--pine); background: #f2f7f4; box-shadow: 0 0 0 1px var(--pine); }
fieldset .field-error { margin: -8px 0 16px; }
.field .field-error { margin: 6px 0 0; }
fieldset .tick { margin-bottom: 12px; }
.card-frame { display: block; width: 100%; height: 390px; margin-top: 16px; border: 1px solid var(--line); border-radius: var(--radius); background: #fdfcf9; }
.framed { min-height: 0; padding: 20px; background: #fdfcf9; }
.framed .button { width: 100%; margin-bottom: 12px; }
#payment-state { margin: 12px 0 0; font-weight: 600; }
.stock-cell { cursor: cell; }
.stock-cell:hover { background: var(--pine-soft); }
.stock-cell input { width: 92px !important; min-height: 36px !important; padding: 4px 8px !important; text-align: right; }
`;
