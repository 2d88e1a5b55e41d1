const IS_MAC = typeof navigator !== 'undefined' && /mac/i.test(navigator.platform);

const NAMES: Readonly<Record<string, string>> = {
  $mod: IS_MAC ? '⌘' : 'Ctrl',
  Alt: IS_MAC ? '⌥' : 'Alt',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Delete: 'Del',
  Slash: '/',
};

/** e.g. `Ctrl+Enter`. */
const shortcutText = (keys: string): string =>
  keys
    .split(' ')
    .map(press =>
      press
        .replace('Shift+?', '?')
        .split('+')
        .map(key => NAMES[key] ?? key.replace(/^Key/, '').replace(/^[a-z]$/, letter => letter.toUpperCase()))
        .join('+'),
    )
    .join(' then ');

export const Shortcut = ({ keys }: { keys: string }) => (
  <kbd style={{ fontFamily: 'inherit', opacity: 0.9, marginInlineStart: 6, whiteSpace: 'nowrap' }}>
    {shortcutText(keys)}
  </kbd>
);
