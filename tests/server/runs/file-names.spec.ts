import { expect, it } from 'vitest';
import { fileName } from '../../../server/runs/record/keep-run-files.ts';

it.each([
  ['report 1.csv', '7-report-1.csv'],
  ['../../etc/passwd', '7-etc-passwd'],
  ['.hidden', '7-file.hidden'],
  ['no end.', '7-no-end'],
  ['a.tar.gz', '7-a-tar.gz'],
  ['x.ex e', '7-x-ex-e'],
  ['', '7-file'],
  [`${'Bericht über '.repeat(9)}.pdf`, '7-Bericht-über-Bericht-über-Bericht-über-B.pdf'],
])('a file that is called %j is stored as %j', (name, kept) => {
  expect(fileName(7, name)).toBe(kept);
});
