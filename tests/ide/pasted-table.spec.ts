import { expect, test } from 'vitest';
import { pasteInto, readTable } from '../../ide/screens/modules/test/details/pasted-table.ts';
import { gridOf, rowsFrom } from '../../ide/screens/modules/test/details/test-data.ts';

test.each([
  [
    'a\tb\r\n1\t2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a\t\n\tb',
    [
      ['a', ''],
      ['', 'b'],
    ],
  ],
  ['"two\nlines"\t"say ""hi"""', [['two\nlines', 'say "hi"']]],
  ['5" wide\tx', [['5" wide', 'x']]],
  ['a\n\nb', [['a'], [''], ['b']]],
])('the table %j is read as a spreadsheet means it', (text, cells) => {
  expect(readTable(text)).toEqual(cells);
});

test('a table goes in at the cell, or by its head, and makes the rows and columns that it needs', () => {
  const grid = { columns: ['user', 'password'], rows: [['ann', 'a']] };
  expect(pasteInto(grid, readTable('b\tc\nd\te'), { row: 0, column: 1 })).toEqual({
    columns: ['user', 'password', 'value1'],
    rows: [
      ['ann', 'b', 'c'],
      ['', 'd', 'e'],
    ],
  });
  expect(pasteInto(grid, readTable('password\trole\nx\tadmin'), { row: 1, column: 0 })).toEqual({
    columns: ['user', 'password', 'role'],
    rows: [
      ['ann', 'a', ''],
      ['', 'x', 'admin'],
    ],
  });
  expect(pasteInto({ columns: [], rows: [] }, readTable('user\nann'), { row: 0, column: 0 })).toEqual({
    columns: ['user'],
    rows: [['ann']],
  });
});

test('numbers of data rows stay numbers, and what is left out stays left out', () => {
  const before: Record<string, string | number | boolean>[] = [{ user: 'ann', age: 3, isNew: true }, { user: 'bob' }];
  const { columns, rows } = gridOf(['user', 'age'], before);
  expect(columns).toEqual(['user', 'age', 'isNew']);
  expect(rowsFrom({ columns, rows }, before)).toEqual(before);
  const edited = [rows[0]?.with(1, '4') ?? [], rows[1]?.with(1, 'old') ?? []];
  expect(rowsFrom({ columns, rows: edited }, before)).toEqual([
    { ...before[0], age: 4 },
    { user: 'bob', age: 'old' },
  ]);
});
