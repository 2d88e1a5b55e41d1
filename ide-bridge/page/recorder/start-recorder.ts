import type { controlAt } from '../elements/control-at.ts';
import type { deepestAt } from '../elements/deepest-at.ts';
import type { ElementLocators } from '../elements/element-locators.ts';
import type { LibraryRoles } from '../elements/library-roles.ts';
import type { LocatorSteps } from '../elements/locator-steps.ts';
import type { OwnSteps } from '../elements/own-steps.ts';
import type { PageIndex } from '../elements/page-index.ts';
import type { PageReach } from '../elements/page-reach.ts';
import type { PageText } from '../elements/page-text.ts';
import type { PlaywrightLibrary } from '../elements/playwright-library.ts';
import type { SightReader } from '../elements/sight-reader.ts';
import type { afterEvent } from './after-event.ts';
import type { DragPlaces } from './drag-places.ts';
import type { DraggedThings } from './dragged-things.ts';
import type { FieldEntries } from './field-entries.ts';
import type { FieldKinds } from './field-kinds.ts';
import type { FocusEffects } from './focus-effects.ts';
import type { HoverReveals } from './hover-reveals.ts';
import type { OfferedOptions } from './offered-options.ts';
import type { PageRecorder } from './page-recorder.ts';
import type { RecordedTargets } from './recorded-targets.ts';
import type { RichContent } from './rich-content.ts';
import type { RichEntries } from './rich-entries.ts';
import type { ScrolledLists } from './scrolled-lists.ts';
import type { ShownChanges } from './shown-changes.ts';

interface RecorderCode {
  ElementLocators: typeof ElementLocators;
  LibraryRoles: typeof LibraryRoles;
  PageIndex: typeof PageIndex;
  PageReach: typeof PageReach;
  PageText: typeof PageText;
  LocatorSteps: typeof LocatorSteps;
  OwnSteps: typeof OwnSteps;
  RecordedTargets: typeof RecordedTargets;
  HoverReveals: typeof HoverReveals;
  ScrolledLists: typeof ScrolledLists;
  FocusEffects: typeof FocusEffects;
  FieldKinds: typeof FieldKinds;
  ShownChanges: typeof ShownChanges;
  DragPlaces: typeof DragPlaces;
  DraggedThings: typeof DraggedThings;
  FieldEntries: typeof FieldEntries;
  RichContent: typeof RichContent;
  RichEntries: typeof RichEntries;
  OfferedOptions: typeof OfferedOptions;
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
  const { name, binding, testId, isGenerated, sights, library } = settings;
  if (Reflect.has(globalThis, name)) return;
  const { afterEvent, deepestAt, controlAt } = code;
  const index = new code.PageIndex(new code.PageText(), new code.PageReach(), new code.LibraryRoles(library));
  const steps = new code.LocatorSteps(index);
  const own = new code.OwnSteps(index, steps, { isGenerated, testId });
  const locators = new code.ElementLocators(index, steps, own);
  const fields = new code.FieldKinds();
  const content = new code.RichContent();
  const options = new code.OfferedOptions(fields);
  const entry = { fields, content, options, afterEvent };
  const richOf: ConstructorParameters<typeof FieldEntries>[0]['richOf'] = (onceOver, reporting) =>
    new code.RichEntries({ fields, content, options, onceOver }, reporting);
  const targets = new code.RecordedTargets(locators, own, sights, fields);
  const places = new code.DragPlaces();
  const parts = {
    locators,
    fields,
    targets,
    reveals: new code.HoverReveals(deepestAt),
    lists: new code.ScrolledLists(),
    changes: new code.ShownChanges(locators),
    drags: places,
    ...{ afterEvent, deepestAt, controlAt },
    effectsOf: (refocused: () => void) => new code.FocusEffects(refocused),
    entriesOf: (reporting: ConstructorParameters<typeof FieldEntries>[1]) =>
      new code.FieldEntries({ ...entry, richOf }, reporting),
    draggedOf: (send: ConstructorParameters<typeof DraggedThings>[1]) =>
      new code.DraggedThings({ places, fields, targets, controlAt }, send),
  };
  const recorder = new code.PageRecorder(parts, message => Reflect.get(globalThis, binding)(message));
  Reflect.set(globalThis, name, recorder);
  recorder.listen();
}
