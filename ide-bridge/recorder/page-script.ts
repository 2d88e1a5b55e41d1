import { isGenerated } from '../../model/locator/is-generated.ts';
import { controlAt } from '../browser/in-page/control-at.mjs';
import { deepestAt } from '../browser/in-page/deepest-at.mjs';
import { ElementLocators } from '../browser/in-page/element-locators.mjs';
import { sightReader } from '../browser/in-page/element-sight.ts';
import { LocatorSteps } from '../browser/in-page/locator-steps.mjs';
import { afterEvent } from './page/after-event.mjs';
import { DragPlaces } from './page/drag-places.mjs';
import { FieldEntries } from './page/field-entries.mjs';
import { FieldKinds } from './page/field-kinds.mjs';
import { FocusEffects } from './page/focus-effects.mjs';
import { HoverReveals } from './page/hover-reveals.mjs';
import { PageRecorder } from './page/page-recorder.mjs';
import { ScrolledLists } from './page/scrolled-lists.mjs';
import { ShownChanges } from './page/shown-changes.mjs';
import { playwrightLibrary } from './playwright-library.ts';

/** Where our isolated world keeps the recorder of its document. */
export const RECORDER = 'steploomRecorder';

/**
 * Runs in an isolated world with its own built-ins; the page can neither see nor call it or its binding. Runs once,
 * wherever it is sent.
 */
export const pageScript = (binding: string, testIdAttribute: string): string => `(() => {
  if (globalThis.${RECORDER}) return;
  let library;
  const lazily = { get now() { return library ??= ${playwrightLibrary(testIdAttribute)}; } };
  const isGenerated = ${isGenerated.toString()};
  const playwright = {
    get utils() { return lazily.now.utils; },
    parseSelector: selector => lazily.now.parseSelector(selector),
    querySelectorAll: (parsed, root) => lazily.now.querySelectorAll(parsed, root),
    remember: work => lazily.now.remember(work),
  };
  const ids = { isGenerated, testId: ${JSON.stringify(testIdAttribute)} };
  const locators = new (${ElementLocators.toString()})(playwright, new (${LocatorSteps.toString()})(), ids);
  const reader = ${sightReader(testIdAttribute)};
  const afterEvent = ${afterEvent.toString()};
  const deepestAt = ${deepestAt.toString()};
  const controlAt = ${controlAt.toString()};
  const reveals = new (${HoverReveals.toString()})(deepestAt);
  const lists = new (${ScrolledLists.toString()})();
  const effects = new (${FocusEffects.toString()})(() => recorder.refocused());
  const fields = new (${FieldKinds.toString()})();
  const changes = new (${ShownChanges.toString()})(locators);
  const drags = new (${DragPlaces.toString()})();
  const entriesOf = options => new (${FieldEntries.toString()})(fields, afterEvent, options);
  const parts = { reveals, lists, effects, fields, changes, drags, afterEvent, deepestAt, controlAt, entriesOf };
  const recorder = new (${PageRecorder.toString()})(locators, reader, parts, message => globalThis[${JSON.stringify(binding)}](message));
  globalThis.${RECORDER} = recorder;
  recorder.listen();
})();
//# sourceURL=steploom-recorder`;
