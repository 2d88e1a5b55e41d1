/** All commands of the page, by name. */

import { chooseAll } from './choose-all.ts';
import type { Command } from './command.ts';
import { copyActions } from './copy-actions.ts';
import { copyCode } from './copy-code.ts';
import { copyLink } from './copy-link.ts';
import { cutActions } from './cut-actions.ts';
import { deleteItem } from './delete-item.ts';
import { disableAction } from './disable-action.ts';
import { duplicate } from './duplicate.ts';
import { editBreakpoint } from './edit-breakpoint.ts';
import { editText } from './edit-text.ts';
import { goToFeatures } from './go-to-features.ts';
import { goToModules } from './go-to-modules.ts';
import { goToRuns } from './go-to-runs.ts';
import { goToSettings } from './go-to-settings.ts';
import { importFeatures } from './import-features.ts';
import { linkStep } from './link-step.ts';
import { moveDown } from './move-down.ts';
import { moveTo } from './move-to.ts';
import { moveUp } from './move-up.ts';
import { newFeature } from './new-feature.ts';
import { newModule } from './new-module.ts';
import { newTest } from './new-test.ts';
import { openLinkingDesk } from './open-linking-desk.ts';
import { openSearch } from './open-search.ts';
import { pasteActions } from './paste-actions.ts';
import { pauseRun } from './pause-run.ts';
import { redo } from './redo.ts';
import { rename } from './rename.ts';
import { resumeRun } from './resume-run.ts';
import { runSelected } from './run-selected.ts';
import { saveText } from './save-text.ts';
import { showKeys } from './show-keys.ts';
import { signOut } from './sign-out.ts';
import { stepOver } from './step-over.ts';
import { stopRun } from './stop-run.ts';
import { switchTheme } from './switch-theme.ts';
import { toggleBreakpoint } from './toggle-breakpoint.ts';
import { toggleDrawer } from './toggle-drawer.ts';
import { toggleTree } from './toggle-tree.ts';
import { undo } from './undo.ts';

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
