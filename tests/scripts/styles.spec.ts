import { expect, it } from 'vitest';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { runLint, writeSources } from './run-lint.ts';

it('the check of styles refuses classes that are missing and classes that nobody takes', async () => {
  await using tree = await temporaryDirectory();
  await writeSources(tree.path, {
    'ide/ui/shared.css': '.row {\n  background: url(line.svg);\n}\n',
    'ide/ui/box.module.css':
      '/* As wide as its .content. */\n.box {\n  color: red;\n}\n.spare .box {\n  color: blue;\n}\n',
    'ide/ui/list.module.css':
      '.list {\n  composes: row wide from global;\n}\n.item {\n  composes: box lid from "./box.module.css";\n}\n',
    'ide/ui/list.tsx': [
      "import classes from './list.module.css';",
      "import { Item } from './item.tsx';",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the source of a part
      'export const List = () => <ul className={`row ${classes.list}`} style={classes.gone}><Item /></ul>;\n',
    ].join('\n'),
    'ide/ui/item.tsx': [
      "import listed from './list.module.css';",
      'export const Item = ({ kind }: { kind: string }) => <li className={listed[kind]}><b className="row bold" /></li>;\n',
    ].join('\n'),
  });
  const { exitCode, found } = await runLint(tree.path, 'styles.mjs');
  expect(found.toSorted()).toEqual([
    'ide/ui/box.module.css has .spare, which nobody takes',
    'ide/ui/item.tsx takes .bold, which no shared sheet has',
    'ide/ui/list.module.css takes .lid from ide/ui/box.module.css, which does not have it',
    'ide/ui/list.module.css takes .wide, which no shared sheet has',
    'ide/ui/list.tsx takes .gone from ide/ui/list.module.css, which does not have it',
  ]);
  expect(exitCode).toBe(1);
});
