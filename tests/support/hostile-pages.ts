import { HOSTILE_TEXTS } from './hostile-texts.ts';
import { type ServedPages, servePages } from './serve-pages.ts';

const scriptText = (text: string): string => JSON.stringify(text).replaceAll('<', '\\u003c');

/** Writes its text wherever a page can; `clicked` and `fail()` are for those who act on it. */
const page = (text: string): string => `<!doctype html><title>-</title><body><script>
  const text = ${scriptText(text)};
  let clicked = false;
  const fail = () => { throw new Error(text); };
  document.title = text;
  const button = Object.assign(document.createElement('button'), { textContent: text.slice(0, 20000) });
  button.onclick = () => { clicked = true; };
  button.style = 'display: block; max-width: 900px; max-height: 40px; overflow: hidden';
  const frame = Object.assign(document.createElement('iframe'), { name: text, srcdoc: '-' });
  document.body.append(button, frame);
  history.replaceState(null, '', location.href + '#' + encodeURIComponent(text.toWellFormed()).slice(0, 100000));
  console.error(text);
  console.error({ [text]: [text] });
  setTimeout(fail);
  setTimeout(() => { throw text; });
  fetch('/nowhere?' + encodeURIComponent(text.toWellFormed()).slice(0, 10000), { method: 'POST' }).catch(() => {});
  alert(text);
  confirm(text);
  prompt(text, text);
</script>`;

/** Pages full of hostile texts: `/hostile?text=3` is about the fourth. */
export const serveHostilePages = (): Promise<ServedPages> =>
  servePages({
    '/hostile': ({ url }) => page(Object.values(HOSTILE_TEXTS)[Number(url.searchParams.get('text'))] ?? ''),
  });
