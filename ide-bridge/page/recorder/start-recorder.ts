import type { controlAt } from '../elements/control-at.ts';
import type { deepestAt } from '../elements/deepest-at.ts';
import type { ElementLocators } from '../elements/element-locators.ts';
import type { LocatorSteps } from '../elements/locator-steps.ts';
import type { OwnSteps } from '../elements/own-steps.ts';
import type { PlaywrightLibrary } from '../elements/playwright-library.ts';
import type { SightReader } from '../elements/sight-reader.ts';
import type { afterEvent } from './after-event.ts';
import type { DragPlaces } from './drag-places.ts';
import type { FieldEntries } from './field-entries.ts';
import type { FieldKinds } from './field-kinds.ts';
import type { FocusEffects } from './focus-effects.ts';
import type { HoverReveals } from './hover-reveals.ts';
import type { PageRecorder } from './page-recorder.ts';
import type { RecordedTargets } from './recorded-targets.ts';
import type { ScrolledLists } from './scrolled-lists.ts';
import type { ShownChanges } from './shown-changes.ts';

interface RecorderCode {
  ElementLocators: typeof ElementLocators;
  LocatorSteps: typeof LocatorSteps;
  OwnSteps: typeof OwnSteps;
  RecordedTargets: typeof RecordedTargets;
  HoverReveals: typeof HoverReveals;
  ScrolledLists: typeof ScrolledLists;
  FocusEffects: typeof FocusEffects;
  FieldKinds: typeof FieldKinds;
  ShownChanges: typeof ShownChanges;
  DragPlaces: typeof DragPlaces;
  FieldEntries: typeof FieldEntries;
  PageRecorder: typeof PageRecorder;
  afterEvent: typeof afterEvent;
  deepestAt: typeof deepestAt;
  controlAt: typeof controlAt;
}

interface RecorderSettings {
  /** Where this world keeps the recorder of its document. */
  name: string;
  /** The function of this world by which messages are sent. */
  binding: string;
  testId: string;
  isGenerated(value: string): boolean;
  sights: SightReader;
  /** Makes the library, which takes a while. */
  library(): PlaywrightLibrary;
}

/** Begins to listen to what a person does in this document; once, however often it is called. */
export function startRecorder(code: RecorderCode, settings: RecorderSettings): void {
  const { name, binding, testId, isGenerated, sights } = settings;
  if (Reflect.has(globalThis, name)) return;
  let made: PlaywrightLibrary | undefined;
  const library = () => (made ??= settings.library());
  const playwright: PlaywrightLibrary = {
    get utils() {
      return library().utils;
    },
    parseSelector: selector => library().parseSelector(selector),
    querySelectorAll: (parsed, root) => library().querySelectorAll(parsed, root),
    remember: work => library().remember(work),
  };
  const { afterEvent, deepestAt, controlAt } = code;
  const steps = new code.LocatorSteps();
  const own = new code.OwnSteps(playwright, steps, { isGenerated, testId });
  const locators = new code.ElementLocators(playwright, steps, own);
  const fields = new code.FieldKinds();
  const parts = {
    locators,
    fields,
    targets: new code.RecordedTargets(locators, own, sights, fields),
    reveals: new code.HoverReveals(deepestAt),
    lists: new code.ScrolledLists(),
    changes: new code.ShownChanges(locators),
    drags: new code.DragPlaces(),
    ...{ afterEvent, deepestAt, controlAt },
    effectsOf: (refocused: () => void) => new code.FocusEffects(refocused),
    entriesOf: (reporting: ConstructorParameters<typeof FieldEntries>[2]) =>
      new code.FieldEntries(fields, afterEvent, reporting),
  };
  const recorder = new code.PageRecorder(parts, message => Reflect.get(globalThis, binding)(message));
  Reflect.set(globalThis, name, recorder);
  recorder.listen();
}
