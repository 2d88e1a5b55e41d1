import { isGenerated } from '../../model/locator/is-generated.ts';
import { sightReader } from '../browser/reading/element-sight.ts';
import { controlAt } from '../page/elements/control-at.ts';
import { deepestAt } from '../page/elements/deepest-at.ts';
import { ElementLocators } from '../page/elements/element-locators.ts';
import { LibraryRoles } from '../page/elements/library-roles.ts';
import { LocatorSteps } from '../page/elements/locator-steps.ts';
import { OwnSteps } from '../page/elements/own-steps.ts';
import { PageIndex } from '../page/elements/page-index.ts';
import { PageReach } from '../page/elements/page-reach.ts';
import { PageText } from '../page/elements/page-text.ts';
import { quickenLabels } from '../page/elements/quicken-labels.ts';
import { inPage } from '../page/in-page.ts';
import { afterEvent } from '../page/recorder/after-event.ts';
import { DragPlaces } from '../page/recorder/drag-places.ts';
import { DraggedThings } from '../page/recorder/dragged-things.ts';
import { FieldEntries } from '../page/recorder/field-entries.ts';
import { FieldKinds } from '../page/recorder/field-kinds.ts';
import { FocusEffects } from '../page/recorder/focus-effects.ts';
import { HoverReveals } from '../page/recorder/hover-reveals.ts';
import { OfferedOptions } from '../page/recorder/offered-options.ts';
import { PageRecorder } from '../page/recorder/page-recorder.ts';
import { RecordedTargets } from '../page/recorder/recorded-targets.ts';
import { RichContent } from '../page/recorder/rich-content.ts';
import { RichEntries } from '../page/recorder/rich-entries.ts';
import { ScrolledLists } from '../page/recorder/scrolled-lists.ts';
import { ShownChanges } from '../page/recorder/shown-changes.ts';
import { startRecorder } from '../page/recorder/start-recorder.ts';
import { playwrightLibrary } from '../playwright/playwright-library.ts';

/** Where our isolated world keeps the recorder of its document. */
export const RECORDER = 'steploomRecorder';

const CODE = {
  ...{
    ...{ ElementLocators, LibraryRoles, LocatorSteps, OwnSteps, PageIndex, PageReach, PageText },
    RecordedTargets,
    HoverReveals,
    ScrolledLists,
    FocusEffects,
    FieldKinds,
    ShownChanges,
    DragPlaces,
    DraggedThings,
  },
  ...{ FieldEntries, RichContent, RichEntries, OfferedOptions },
  ...{ PageRecorder, afterEvent, deepestAt, controlAt },
};

/**
 * Runs in an isolated world with its own built-ins; the page can neither see nor call it or its binding. Runs once,
 * wherever it is sent.
 */
export function pageScript(binding: string, testIdAttribute: string): string {
  const start = inPage(startRecorder, CODE, {
    name: RECORDER,
    binding,
    testId: testIdAttribute,
    isGenerated,
    sights: sightReader(testIdAttribute),
    library: playwrightLibrary(testIdAttribute),
  });
  return `${inPage(quickenLabels)};\n${start};\n//# sourceURL=steploom-recorder`;
}
