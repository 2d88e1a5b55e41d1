import type { Ide } from '../app/ide.ts';
import { ProjectTab } from '../app/places.ts';
import { chooseAll, disableAction, editBreakpoint, moveDown, moveUp, toggleBreakpoint } from './action-edits.ts';
import { addAction, pickAction } from './add-action.ts';
import { CHECKS } from './check-elements.ts';
import { copyActions, cutActions, pasteActions } from './clipboard.ts';
import type { Command } from './command.ts';
import { copyCode, copyLink } from './copy-item.ts';
import { deleteItem } from './deletions.ts';
import { redo, undo } from './edits.ts';
import { editText, importFeatures, newFeature, pushFeatures, saveText } from './features.ts';
import { showFirstSteps } from './first-steps.ts';
import { linkStep } from './link-step.ts';
import { openFiles } from './open-files.ts';
import { pointAndDo } from './point.ts';
import { recordAfterRow, recordHere, recordNew, toggleRecording } from './recording.ts';
import { extractTest, insertAbove, runFromRow, runRows, runToRow } from './row-runs.ts';
import { pauseRun, resumeRun, runSelected, stepOver, stopRun } from './run-control.ts';
import { runAll, runFailed } from './run-several.ts';
import { clearSiteData } from './site-data.ts';
import { addToSuite, newSuite } from './suites.ts';
import { duplicate, exportTest, importTests, moveTo, newModule, newTest, rename } from './tree-edits.ts';
import {
  goTo,
  openLinkingDesk,
  openSearch,
  showKeys,
  signOut,
  switchTheme,
  toggleDrawer,
  toggleNetworkLog,
  toggleTree,
  widenApp,
} from './views.ts';
import { stopWatching, watch } from './watching.ts';

export const COMMANDS = {
  runSelected,
  runAll,
  runFailed,
  watch,
  stopWatching,
  runRows,
  runToRow,
  runFromRow,
  stopRun,
  pauseRun,
  resumeRun,
  stepOver,
  addAction,
  pickAction,
  recordNew,
  toggleRecording,
  recordHere,
  recordAfterRow,
  pointAndDo,
  clearSiteData,
  toggleBreakpoint,
  editBreakpoint,
  undo,
  redo,
  rename,
  deleteItem,
  duplicate,
  copyCode,
  copyLink,
  copyActions,
  cutActions,
  pasteActions,
  insertAbove,
  extractTest,
  chooseAll,
  newModule,
  newTest,
  newSuite,
  addToSuite,
  moveUp,
  moveDown,
  moveTo,
  importTests,
  exportTest,
  linkStep,
  openLinkingDesk,
  importFeatures,
  pushFeatures,
  openFiles,
  newFeature,
  editText,
  saveText,
  disableAction,
  toggleTree,
  toggleDrawer,
  toggleNetworkLog,
  widenApp,
  switchTheme,
  signOut,
  openSearch,
  showKeys,
  showFirstSteps,
} satisfies Record<string, Command>;

export const allCommands = (ide: Ide): Command[] => [
  ...Object.values(COMMANDS),
  ...CHECKS,
  ...ProjectTab.options.filter(tab => ide.screens.of[tab].key !== undefined).map(tab => goTo(ide, tab)),
];
