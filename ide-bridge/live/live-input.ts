import type { Page } from 'playwright';
import type { LiveInput } from '../../model/protocol/channel/live.ts';

type PlainInput = Exclude<LiveInput, { kind: 'choose' | 'answer' | 'files' | 'point' | 'pick' | 'pick-cancel' }>;

/** Does to a page what a viewer did with mouse and keys, or to its size. Errors: those of a page that is not there any more. */
export async function performInput(page: Page, input: PlainInput): Promise<void> {
  const { mouse, keyboard } = page;
  switch (input.kind) {
    case 'move':
      return mouse.move(input.x, input.y);
    case 'press':
      await mouse.move(input.x, input.y);
      return mouse.down({ button: input.button, clickCount: input.clickCount });
    case 'release':
      await mouse.move(input.x, input.y);
      return mouse.up({ button: input.button, clickCount: input.clickCount });
    case 'wheel':
      await mouse.move(input.x, input.y);
      return mouse.wheel(input.deltaX, input.deltaY);
    case 'key-down':
      return isTyped(input.key) ? keyboard.insertText(input.key) : keyboard.down(input.key);
    case 'key-up':
      return isTyped(input.key) ? undefined : keyboard.up(input.key);
    case 'resize':
      return page.setViewportSize({ width: input.width, height: input.height });
    case 'text':
      return keyboard.insertText(input.text);
  }
}

/** A letter of a keyboard that Playwright does not have: it knows the American one alone. */
const isTyped = (key: string): boolean => [...key].length === 1 && !/^[ -~]$/.test(key);
