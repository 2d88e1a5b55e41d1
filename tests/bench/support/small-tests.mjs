/** A test that opens the page, writes, presses, and looks at what comes of it. */
const smallTest = row => ({
  testCode: `t${row + 1}`,
  name: `Small ${row}`,
  type: 'web',
  actions: [
    { type: 'visit', url: '/' },
    { type: 'fill', locator: "getByTestId('note')", value: `remark ${row}` },
    { type: 'click', locator: "getByTestId('save-note')" },
    { type: 'wait', until: 'visible', locator: `getByText('Noted: remark ${row}')` },
  ].map((action, index) => ({ actionId: `a${row * 4 + index + 1}`, ...action })),
});

/** The module `m1` with that many of them, for the stock page. */
export const smallTests = count => ({
  moduleCode: 'm1',
  name: 'Small',
  rank: 1,
  tests: Array.from({ length: count }, (_, row) => smallTest(row)),
});
