import type { Page } from 'playwright';
import { clickAt } from './live-picture.ts';

/** Somebody at the page whose clicks, and texts typed in one go, are counted. */
export class Person {
  readonly page: Page;
  count = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async click(name: string | RegExp, role: 'button' | 'menuitem' | 'link' = 'button') {
    this.count += 1;
    await this.page.getByRole(role, { name, exact: true }).click();
  }

  /** One of several that are shown side by side. */
  async choose(name: string) {
    this.count += 1;
    await this.page.getByRole('radiogroup').getByText(name, { exact: true }).click();
  }

  async fill(name: string, text: string) {
    this.count += 1;
    await this.page.getByRole('textbox', { name, exact: true }).fill(text);
  }

  async type(text: string) {
    this.count += 1;
    await this.page.keyboard.type(text);
  }

  async press(key: string) {
    this.count += 1;
    await this.page.keyboard.press(key);
  }

  /** At a height of the page that the live view shows. */
  async point(y: number) {
    this.count += 1;
    await clickAt(this.page, 200, y);
  }
}
