/** What is in a download, and files that mean harm. */
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { Answer } from '../browser/app-fixture.ts';
import { useRunner } from './runner-fixture.ts';

/** A PDF as small as one can be: each page has one line. */
function pdf(lines: readonly string[]): Buffer {
  const pages = lines.map((_line, at) => 4 + at * 2);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map(number => `${number} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...lines.flatMap((line, at) => {
      const content = `BT /F1 24 Tf 72 720 Td (${line}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + at * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** A workbook of one sheet; `more` are further files of its archive. */
function xlsx(rows: readonly (readonly (string | number)[])[], more: Record<string, Uint8Array> = {}): Buffer {
  const cell = (value: string | number, at: number, row: number) => {
    const place = `${String.fromCharCode(65 + at)}${row}`;
    return typeof value === 'number'
      ? `<c r="${place}"><v>${value}</v></c>`
      : `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
  };
  const lines = rows.map(
    (row, at) => `<row r="${at + 1}">${row.map((value, i) => cell(value, i, at + 1)).join('')}</row>`,
  );
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Orders" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData></worksheet>`,
  };
  const files = Object.entries(parts).map(([name, text]) => [name, strToU8(`<?xml version="1.0"?>${text}`)] as const);
  return Buffer.from(zipSync({ ...Object.fromEntries(files), ...more }));
}

/** Says that a file of its archive is small, which becomes large. */
function lyingXlsx(): Buffer {
  const bytes = xlsx([['a']], { 'xl/sharedStrings.xml': new Uint8Array(20_000_000) });
  const size = Buffer.alloc(4);
  size.writeUInt32LE(20_000_000);
  const small = Buffer.alloc(4);
  small.writeUInt32LE(10);
  for (let at = bytes.indexOf(size); at !== -1; at = bytes.indexOf(size, at + 4)) small.copy(bytes, at);
  return bytes;
}

const attached =
  (name: string, content: Buffer | string): Answer =>
  (_request, response) =>
    response.writeHead(200, { 'content-disposition': `attachment; filename="${name}"` }).end(content);

const ORDERS = [
  ['Name', 'Total'],
  ['Ann', 3],
  ['Bob', 4.5],
];

const FILES: Record<string, Answer> = {
  '/invoice': attached('invoice.pdf', pdf(['Invoice 4711', 'Total 12.50 EUR'])),
  '/orders-csv': attached('orders.csv', '\uFEFFName;Total;Note\r\nAnn;3;"two; ""lines""\r\nof text"\r\nBob;4.5;\r\n'),
  '/orders-xlsx': attached('orders.xlsx', xlsx(ORDERS)),
  '/order-json': attached('order.json', '{"id":7,"items":[{"price":4}]}'),
  '/wide': attached('wide.txt', Buffer.from('\uFEFFGrüße aus Köln', 'utf16le')),
  '/old': attached('old.txt', Buffer.from('Grüße aus Köln', 'latin1')),
  '/picture': attached('photo.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1])),
  '/broken': attached('broken.pdf', '%PDF-1.4\nnothing of a document'),
  '/cut': attached('cut.xlsx', xlsx(ORDERS).subarray(0, 200)),
  '/many-pages': attached('many.pdf', pdf(Array.from({ length: 501 }, (_, at) => `Page ${at}`))),
  '/bomb': attached('bomb.xlsx', xlsx([['a']], { 'xl/sharedStrings.xml': new Uint8Array(120_000_000) })),
  '/lying': attached('lying.xlsx', lyingXlsx()),
  '/long': attached('long.csv', 'a,b\n'.repeat(10_002)),
  '/endless-cells': attached('cells.csv', `${'1,'.repeat(1_000)}1\n`.repeat(300)),
};

const runner = useRunner({
  '/': `<title>Files</title><label>Text <input></label>${Object.keys(FILES)
    .map(path => `<a href="${path}">${path.slice(1)}</a>`)
    .join(' ')}`,
  ...FILES,
});

const visit = { type: 'visit', url: '/' };
const got = (link: string, fields: object) => [
  { type: 'download', ...fields },
  { type: 'click', locator: `getByRole('link', { name: '${link}', exact: true })` },
];
const is = (condition: string) => [
  { type: 'if', condition: `$not(${condition})` },
  { type: 'script', code: `(() => { throw new Error(${JSON.stringify(condition)}); })()` },
  { type: 'end' },
];

describe('what is in a download', () => {
  test('the text of a PDF, the rows of tables and JSON can be read and checked', () =>
    runner.passes([
      visit,
      ...got('invoice', {
        expectText: 'Total * EUR',
        expectFile: 'pages = 2 and $contains(text, "4711")',
        into: 'pdf',
      }),
      ...is('pdf.pages = 2'),
      ...got('orders-csv', {
        expectText: 'two; ""lines"" of text',
        expectFile: '$count(records) = 2 and records[Name = "Ann"].Note = "two; \\"lines\\"\\r\\nof text"',
        into: 'csv',
      }),
      { type: 'loop', rows: '{{ csv.rows }}' },
      ...is('$number(Total) > 2'),
      { type: 'end' },
      ...got('orders-xlsx', {
        expectText: 'Bob 4.5',
        expectFile: '$sum(records.Total) = 7.5 and rows[0][1] = "Total"',
        into: 'xlsx',
      }),
      ...is('xlsx.records[1].Name = "Bob"'),
      ...got('order-json', { expectFile: 'json.items[0].price = 4 and sizeBytes < 100' }),
    ]));

  test('texts are read in UTF-8, in UTF-16 and as old programs write them', () =>
    runner.passes([
      visit,
      ...got('wide', { expectText: 'Grüße aus Köln' }),
      ...got('old', { expectText: 'Grüße aus Köln' }),
      ...got('picture', { expectFile: '$not($exists(text))' }),
    ]));

  test('a file that holds something else fails the action that brings it, with what it holds', async () => {
    const text = await runner.fails([visit, ...got('invoice', { expectText: 'Total 13' })]);
    expect(text).toMatchObject({
      type: 'click',
      state: 'failed',
      error: {
        message: 'Expected the download “invoice.pdf” to contain “Total 13”, but it does not.',
        expected: 'Total 13',
        actual: 'Invoice 4711\n\nTotal 12.50 EUR',
      },
    });
    const file = await runner.fails([visit, ...got('order-json', { expectFile: 'json.id = 8' })]);
    expect(file.error.message).toBe('Expected the download “order.json” to satisfy “json.id = 8”, but it does not.');
    const nothing = await runner.fails([visit, ...got('orders-csv', { expectFile: 'json.id = 8' })]);
    expect(nothing.error.message).toContain('but it does not');
    const none = await runner.fails([visit, ...got('picture', { expectText: 'a' })]);
    expect(none.error).toMatchObject({ message: expect.stringContaining('it is no text.'), actual: 'no text' });
  });

  test.each([
    ['broken', 'it is damaged'],
    ['cut', 'it is damaged'],
    ['many-pages', 'it has 501 pages; at most 500 are read'],
    ['bomb', 'it becomes too large when it is unpacked'],
    ['lying', 'it is damaged'],
    ['long', 'it has more than 10000 rows'],
    ['endless-cells', 'it has more than 200000 cells'],
  ])('the file “%s” is not read: %s', { tags: 'full' }, async (link, reason) => {
    const { error } = await runner.fails([
      visit,
      ...got(link, { expectFile: '$count(records) > 20000 or pages > 1000' }),
    ]);
    expect(error.message).toContain(`not all of it could be read: ${reason}.`);
  });

  test('a file that cannot be read is kept all the same, and nothing fails that does not ask for it', () =>
    runner.passes([
      visit,
      ...got('broken', { name: 'broken.pdf', into: 'broken' }),
      ...is('broken.name = "broken.pdf" and $not($exists(broken.text))'),
    ]));
});
