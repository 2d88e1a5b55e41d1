/** Colours, type, buttons, fields, tables: what every page uses. */
export const BASE_CSS = `
:root {
  --ink: #1c2520;
  --muted: #55605a;
  --paper: #faf8f3;
  --card: #fff;
  --line: #e3ded2;
  --field: #7d877f;
  --pine: #1f5a41;
  --pine-deep: #17452f;
  --pine-soft: #e6efe9;
  --rust: #a83f1a;
  --rust-soft: #fbeae3;
  --radius: 10px;
  --shadow: 0 1px 2px rgb(28 37 32 / .06), 0 6px 20px rgb(28 37 32 / .06);
}
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; }
body {
  margin: 0; min-height: 100vh; display: flex; flex-direction: column;
  background: var(--paper); color: var(--ink);
  font: 16px/1.5 Inter, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
main { flex: 1; width: 100%; padding-block: 28px 56px; outline: none; }
.wide { max-width: 1200px; margin-inline: auto; padding-inline: 24px; }
.narrow { max-width: 440px; margin-inline: auto; }
.narrow .button { width: 100%; }
.prose { max-width: 640px; }
h1, h2, h3 { line-height: 1.2; letter-spacing: -.015em; margin: 0; text-wrap: balance; }
h1 { font-size: 32px; margin-bottom: 16px; }
h2 { font-size: 20px; }
h3 { font-size: 16px; letter-spacing: 0; }
p { margin: 0 0 12px; }
.prose h2 { margin: 28px 0 6px; }
a { color: var(--pine); text-underline-offset: 3px; }
a:hover { color: var(--pine-deep); }
img { display: block; max-width: 100%; height: auto; }
address { font-style: normal; margin-bottom: 16px; }
code { font: 600 14px/1.4 ui-monospace, "Liberation Mono", monospace; background: #efece3; padding: 2px 6px; border-radius: 4px; }
.muted { color: var(--muted); }
.small { font-size: 14px; }
.lead { font-size: 18px; }
.nowrap { white-space: nowrap; }
.hidden {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap;
}
[hidden] { display: none !important; }
:focus-visible { outline: 3px solid var(--pine); outline-offset: 2px; border-radius: 4px; }
.icon { width: 20px; height: 20px; flex: none; vertical-align: -4px; }

button, input, select, textarea { font: inherit; color: inherit; }
.button {
  display: inline-flex; align-items: center; justify-content: center; min-height: 40px; padding: 6px 18px;
  border: 1px solid var(--pine); border-radius: 999px; background: var(--pine); color: #fff;
  font-weight: 600; text-decoration: none; cursor: pointer; white-space: nowrap;
}
.button:hover { background: var(--pine-deep); border-color: var(--pine-deep); color: #fff; }
.button.quiet { background: var(--card); color: var(--pine); }
.button.quiet:hover { background: var(--pine-soft); }
.button.large { min-height: 48px; padding-inline: 28px; }
.button:disabled { background: #e8e5dc; border-color: #e8e5dc; color: #5c635e; cursor: not-allowed; }
.link-button {
  border: 0; background: none; padding: 4px 0; color: var(--pine); font-weight: 600;
  text-decoration: underline; text-underline-offset: 3px; cursor: pointer;
}
.link-button:hover { color: var(--pine-deep); }
.link-button.danger { color: var(--rust); font-weight: 500; }

.field { margin-bottom: 18px; }
.field > label:not(.tick), .sort label, legend { display: block; font-weight: 600; margin-bottom: 4px; }
.hint { margin: 0 0 6px; font-size: 14px; color: var(--muted); }
input:not([type=checkbox], [type=radio], [type=file]), select, textarea {
  width: 100%; min-height: 44px; padding: 8px 12px;
  border: 1px solid var(--field); border-radius: 8px; background: #fff;
}
textarea { resize: vertical; }
select {
  appearance: none; padding-right: 36px;
  background: #fff url("/assets/down.svg") no-repeat right 12px center / 14px;
}
input::placeholder { color: #667069; opacity: 1; }
input:focus-visible, select:focus-visible, textarea:focus-visible { outline-offset: 0; border-radius: 8px; }
[aria-invalid=true]:not(fieldset) { border-color: var(--rust) !important; box-shadow: 0 0 0 1px var(--rust); }
input[type=checkbox], input[type=radio] { width: 20px; height: 20px; margin: 0; accent-color: var(--pine); flex: none; }
input[type=file]::file-selector-button {
  min-height: 40px; margin-right: 12px; padding: 6px 16px; border: 1px solid var(--pine);
  border-radius: 999px; background: #fff; color: var(--pine); font-weight: 600; cursor: pointer;
}
.field-error { display: flex; gap: 6px; align-items: center; margin: 6px 0 0; color: var(--rust); font-size: 14px; font-weight: 500; }
.field-error .icon { width: 18px; height: 18px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; align-items: start; }
.tick { display: flex; gap: 10px; align-items: center; min-height: 32px; cursor: pointer; }

.panel { background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); padding: 24px; box-shadow: var(--shadow); }
.panel > h2 { margin-bottom: 14px; }
.alert {
  display: flex; gap: 10px; padding: 14px 16px; margin-bottom: 20px;
  border-left: 4px solid var(--rust); border-radius: 6px; background: var(--rust-soft); color: #7a2c10;
}
.alert p { margin: 0; }
.alert .icon { margin-top: 2px; }
.alert ul { margin: 6px 0 0; padding-left: 18px; font-size: 14px; }
.alert a { color: inherit; }
.note { margin-top: 20px; padding: 16px 20px; border: 1px dashed #b9c7be; border-radius: var(--radius); background: #f3f6f1; }
.note h2 { font-size: 15px; margin-bottom: 8px; }
.note dl { display: grid; grid-template-columns: auto 1fr; gap: 6px 16px; margin: 0; font-size: 15px; }
.note dd { margin: 0; }

table {
  width: 100%; border-collapse: separate; border-spacing: 0; background: var(--card);
  border: 1px solid var(--line); border-radius: var(--radius); box-shadow: var(--shadow);
}
th, td { padding: 12px 16px; text-align: left; border-bottom: 1px solid var(--line); }
tbody tr:last-child > * { border-bottom: 0; }
thead th { font-size: 14px; color: var(--muted); font-weight: 600; white-space: nowrap; }
tbody th { font-weight: 600; }
tbody tr { height: 57px; }
dialog tbody tr { height: auto; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.badge { display: inline-block; padding: 2px 10px; border-radius: 999px; font-size: 14px; font-weight: 600; background: #ecebe5; color: #454d48; }
.badge.new { background: #e2ecf6; color: #1f4a72; }
.badge.packed { background: #faecd0; color: #71480a; }
.badge.shipped { background: #dff0e5; color: #1c5a39; }
.badge.cancelled { background: #fbe3db; color: #8a3113; }
`;
