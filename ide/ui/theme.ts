/** Colours keep 4.5:1 in both themes. */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const DARK: MantineColorsTuple = [
  '#e6e9f2',
  '#ccd1de',
  '#a3abbd',
  '#7a8296',
  '#3d4454',
  '#2b303c',
  '#222631',
  '#191c24',
  '#13151b',
  '#0d0f13',
];

const INDIGO: MantineColorsTuple = [
  '#eef1ff',
  '#dce3ff',
  '#bac8ff',
  '#93a7fb',
  '#7289f4',
  '#5a73ee',
  '#4c64e6',
  '#4257d6',
  '#3a4dc0',
  '#2f3f9e',
];

/** People write in any direction. Where the page shows their text, `dir="auto"` says the same. */
const ANY_DIRECTION = { defaultProps: { attributes: { input: { dir: 'auto' } } } };

/** What closes is gone at once, and no longer has the focus. */
const AT_ONCE = { defaultProps: { transitionProps: { duration: 0 } } };

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: 7,
  autoContrast: true,
  colors: { dark: DARK, indigo: INDIGO },
  defaultRadius: 6,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  headings: { fontWeight: '600' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Keys begin at the first item, as in menus of buttons. A long menu scrolls within the window.
    Menu: {
      defaultProps: {
        ...AT_ONCE.defaultProps,
        withInitialFocusPlaceholder: false,
        middlewares: { flip: true, shift: true, size: true },
      },
      // Dimmed text must be readable on it, too.
      styles: { dropdown: { overflowY: 'auto', '--menu-item-hover': 'var(--st-selected)' } },
    },
    Popover: AT_ONCE,
    // Room for the focus ring of the first element under the head, which overlaps the scrolling body.
    Modal: { ...AT_ONCE, styles: { body: { paddingTop: 4 } } },
    TextInput: ANY_DIRECTION,
    Textarea: ANY_DIRECTION,
  },
});

export const themeVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': '#1b1f2d',
    '--mantine-color-dimmed': '#586074',
    '--mantine-color-placeholder': '#697186',
    '--mantine-color-default-border': '#d9dde6',
    '--mantine-color-error': '#c4262e',
  },
  dark: {
    '--mantine-color-text': '#e6e9f2',
    '--mantine-color-dimmed': '#a3abbd',
    '--mantine-color-placeholder': '#8d95a8',
    '--mantine-color-default-border': '#333947',
    '--mantine-color-error': '#ff8b8b',
  },
});
