import type { Frame, FrameLocator, Page } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import type { Locator, LocatorStep, StepKind, TextMatch } from '../../../model/locator/locator.ts';
import { TEXT_CALLS } from '../../../model/locator/locator-calls.ts';

type PlaywrightLocator = ReturnType<Page['locator']>;

type SearchScope = Page | Frame | PlaywrightLocator | FrameLocator;

interface Reached {
  readonly root: Page | Frame;
  readonly scope: SearchScope;
}

/** Playwright's declared list of roles lacks `mark`. */
interface RoleFinder {
  getByRole(role: string, options: RoleOptions): PlaywrightLocator;
}

type RoleOptions = NonNullable<Parameters<Page['getByRole']>[1]>;

const pattern = (text: TextMatch): string | RegExp =>
  typeof text === 'string' ? text : new RegExp(text.source, text.flags);

function byRole({ kind: _, role, name, description, ...states }: LocatorStep<'role'>, { scope }: Reached) {
  const finder: RoleFinder = scope;
  return finder.getByRole(role, {
    ...states,
    ...(name === undefined ? {} : { name: pattern(name) }),
    ...(description === undefined ? {} : { description: pattern(description) }),
  });
}

const byText = ({ kind, text, exact }: LocatorStep<keyof typeof TEXT_CALLS>, { scope }: Reached) =>
  scope[TEXT_CALLS[kind]](pattern(text), { exact });

function elements({ scope }: Reached, { kind }: LocatorStep): PlaywrightLocator {
  if ('contentFrame' in scope) return scope;
  throw new AppError('invalid-params', `A locator step "${kind}" needs an element before it.`);
}

function anyFrame({ root, scope }: Reached): FrameLocator {
  if (scope === root) return root.frameLocator();
  throw new AppError('invalid-params', 'frameLocator() without a selector can only come first.');
}

type Performer<Kind extends StepKind> = (step: LocatorStep<Kind>, reached: Reached) => PlaywrightLocator | FrameLocator;

const PERFORMERS: { readonly [Kind in StepKind]: Performer<Kind> } = {
  role: byRole,
  text: byText,
  label: byText,
  placeholder: byText,
  altText: byText,
  title: byText,
  testId: ({ text }, { scope }) => scope.getByTestId(pattern(text)),
  selector: ({ selector }, { scope }) => scope.locator(selector),
  descendant: (step, at) => elements(at, step).locator(toPlaywrightLocator(at.root, step.locator)),
  contentFrame: (step, at) => elements(at, step).contentFrame(),
  anyFrame: (_step, at) => anyFrame(at),
  hasText: (step, at) => elements(at, step).filter({ hasText: pattern(step.text) }),
  hasNotText: (step, at) => elements(at, step).filter({ hasNotText: pattern(step.text) }),
  has: (step, at) => elements(at, step).filter({ has: toPlaywrightLocator(at.root, step.locator) }),
  hasNot: (step, at) => elements(at, step).filter({ hasNot: toPlaywrightLocator(at.root, step.locator) }),
  visible: (step, at) => elements(at, step).filter({ visible: step.visible }),
  and: (step, at) => elements(at, step).and(toPlaywrightLocator(at.root, step.locator)),
  or: (step, at) => elements(at, step).or(toPlaywrightLocator(at.root, step.locator)),
  nth: (step, at) => elements(at, step).nth(step.index),
};

const perform = <Kind extends StepKind>(kind: Kind, step: LocatorStep<Kind>, reached: Reached) =>
  PERFORMERS[kind](step, reached);

/**
 * Does not ask the page: a selector that Playwright cannot read fails when the result is used. Errors: `invalid-params`
 * for steps that the parser never combines.
 */
export function toPlaywrightLocator(root: Page | Frame, locator: Locator): PlaywrightLocator {
  let scope: SearchScope = root;
  for (const step of locator.steps) scope = perform(step.kind, step, { root, scope });
  if ('contentFrame' in scope) return scope;
  throw new AppError('invalid-params', 'A locator must end at an element.');
}
