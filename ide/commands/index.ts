/** All commands of the page, by name. */

import { chooseAll, disableAction, editBreakpoint, moveDown, moveUp, toggleBreakpoint } from './action-edits.ts';
import type { Command } from './command.ts';
import { copyActions } from './copy-actions.ts';
import { copyCode } from './copy-code.ts';
import { copyLink } from './copy-link.ts';
import { cutActions } from './cut-actions.ts';
import { deleteItem } from './deletions.ts';
import { editText, redo, saveText, undo } from './edits.ts';
import { importFeatures } from './import-features.ts';
import { newFeature } from './new-feature.ts';
import { pasteActions } from './paste-actions.ts';
import { pauseRun, resumeRun, runSelected, stepOver, stopRun } from './run-control.ts';
import { linkStep } from './step-links.ts';
import { duplicate, moveTo, newModule, newTest, rename } from './tree-edits.ts';
import {
  goToFeatures,
  goToModules,
  goToRuns,
  goToSettings,
  openLinkingDesk,
  openSearch,
  showKeys,
  signOut,
  switchTheme,
  toggleDrawer,
  toggleTree,
} from './views.ts';

export const COMMANDS = {
  runSelected,
  stopRun,
  pauseRun,
  resumeRun,
  stepOver,
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
  chooseAll,
  newModule,
  newTest,
  moveUp,
  moveDown,
  moveTo,
  linkStep,
  openLinkingDesk,
  importFeatures,
  newFeature,
  editText,
  saveText,
  disableAction,
  goToModules,
  goToFeatures,
  goToRuns,
  goToSettings,
  toggleTree,
  toggleDrawer,
  switchTheme,
  signOut,
  openSearch,
  showKeys,
} satisfies Record<string, Command>;
