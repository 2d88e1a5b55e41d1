/** Narrow windows: one column, the search on a row of its own, wide tables scroll. */
export const NARROW_CSS = `
@media (max-width: 860px) {
  .wide { padding-inline: 16px; }
  .header-row { flex-wrap: wrap; gap: 12px 20px; }
  .header-links { flex-wrap: wrap; gap: 8px 18px; }
  .search { order: 3; flex-basis: 100%; max-width: none; }
  .site-nav > ul { flex-wrap: wrap; gap: 0; padding-inline: 4px; }
  .filters { flex-wrap: wrap; }
  .split, .product, .review-list, .choices { grid-template-columns: minmax(0, 1fr); gap: 20px; }
  .reviews-head, .list-head { flex-wrap: wrap; }
  .hero { padding: 24px; background-position: 70% bottom; }
  table { display: block; position: relative; overflow-x: auto; }
  .split > * { min-width: 0; }
  .steps { flex-wrap: wrap; }
  .wish { grid-template-columns: 72px 1fr auto; gap: 8px 16px; }
  .wish img { grid-row: span 2; }
}
@media (prefers-reduced-motion: reduce) {
  * { transition: none !important; }
}
`;
