/** What a new project learns of its app by looking at its first page. */
import { isAppError } from '../../../../model/errors/errors.ts';
import type { Ide } from '../../../app/ide.ts';
import type { ReplyOf } from '../../../app/tool-replies.ts';

type ReadElement = ReplyOf<'getPageElements'>['elements'][number];

/** As locators. */
export interface SignInForm {
  user: string;
  password: string;
  submit: string;
}

export interface AppPage {
  title: string;
  heading?: { text: string; locator: string } | undefined;
  signIn?: SignInForm | undefined;
}

export async function readAppPage(session: Ide['session']): Promise<AppPage> {
  const { title } = await session.call('getPageInfo', {});
  const headings = await session.call('getPageElements', { role: 'heading', interactiveOnly: false });
  const main = headings.elements.find(({ name }) => name.trim() !== '');
  return {
    title: title.trim(),
    heading: main && { text: main.name.trim(), locator: main.locator },
    signIn: await findSignIn(session),
  };
}

const PASSWORD = "locator('input[type=password]')";
const SUBMIT = "locator('form:has(input[type=password]) :is(button:not([type]), [type=submit])')";
const FIELDS = ['textbox', 'combobox', 'searchbox'];

/** One password field between another field and a button; two password fields mean a registration. */
async function findSignIn(session: Ide['session']): Promise<SignInForm | undefined> {
  const password = await only(session, PASSWORD);
  if (password === undefined) return undefined;
  const { elements } = await session.call('getPageElements', { limit: 1_000 });
  const position = elements.findIndex(({ locator }) => locator === password.locator);
  const user = elements.slice(0, Math.max(position, 0)).findLast(({ role }) => FIELDS.includes(role));
  const behind = elements.slice(position + 1).find(({ role }) => role === 'button');
  const submit = (await only(session, SUBMIT)) ?? behind;
  if (position < 0 || user === undefined || submit === undefined) return undefined;
  return { user: user.locator, password: password.locator, submit: submit.locator };
}

/** Undefined where the locator finds nothing, or several. */
async function only(session: Ide['session'], within: string): Promise<ReadElement | undefined> {
  try {
    const { elements } = await session.call('getPageElements', { within, limit: 10 });
    return elements.length === 1 ? elements[0] : undefined;
  } catch (error) {
    if (isAppError(error, 'locator-not-found')) return undefined;
    throw error;
  }
}
