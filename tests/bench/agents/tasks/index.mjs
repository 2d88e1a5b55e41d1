/** What the browsers for coding agents do, by the name of the task. */
import { brokenButton } from './broken-button.mjs';
import { buyLamp } from './checkout.mjs';
import { files } from './files.mjs';
import { longForm } from './long-form.mjs';
import { renamedButton } from './renamed-button.mjs';
import { signIn } from './sign-in.mjs';
import { sortTable } from './sort-table.mjs';
import { twoTabs } from './two-tabs.mjs';

export const TASKS = {
  'sign-in': signIn,
  checkout: buyLamp,
  'long-form': longForm,
  'broken-button': brokenButton,
  'sort-table': sortTable,
  files,
  'two-tabs': twoTabs,
  'renamed-button': renamedButton,
};
