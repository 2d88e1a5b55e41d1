// Reads a file for read-file-content.ts, in a process of its own that may end at any time. Plain JavaScript, because Node
// starts this very file, from the sources too.
import { isMainThread, Worker } from 'node:worker_threads';

const MOST_MEMORY_BYTES = 1_000_000_000;
const WATCH_EVERY_MS = 50;
const MOST_PAGES = 500;
const MOST_CHARACTERS = 1_000_000;
const MOST_ROWS = 10_000;
const MOST_CELLS = 200_000;
const MOST_ENTRIES = 1_000;
const MOST_UNPACKED_BYTES = 100_000_000;

if (isMainThread) {
  new Worker(new URL(import.meta.url)).unref();
  process.on('disconnect', () => process.exit());
  process.once('message', async question => {
    const answer = await read(question).catch(error => ({ problem: problemOf(error) }));
    process.send(answer);
  });
} else {
  // What is unpacked is outside of the heap, whose limit Node keeps itself.
  setInterval(() => {
    if (process.memoryUsage.rss() > MOST_MEMORY_BYTES) process.kill(process.pid, 'SIGKILL');
  }, WATCH_EVERY_MS);
}

/** Its message is for people. */
class Refusal extends Error {}

function problemOf(error) {
  if (error instanceof Refusal) return error.message;
  return error?.name === 'PasswordException' ? 'it is protected by a password' : 'it is damaged';
}

const READERS = { pdf: readPdf, xlsx: readXlsx, csv: readCsv };

const read = question => READERS[question.kind](question);

async function readPdf({ bytes }) {
  const { getDocumentProxy } = await import('unpdf');
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { isEvalSupported: false, verbosity: 0 });
  if (pdf.numPages > MOST_PAGES) throw new Refusal(`it has ${pdf.numPages} pages; at most ${MOST_PAGES} are read`);
  const pages = [];
  let length = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map(({ str = '', hasEOL }) => `${str}${hasEOL ? '\n' : ''}`).join('');
    page.cleanup();
    length += text.length;
    if (length > MOST_CHARACTERS) throw new Refusal(`it has more than ${MOST_CHARACTERS} characters`);
    pages.push(text.trim());
  }
  return { text: pages.join('\n\n'), pages: pdf.numPages };
}

async function readCsv({ text }) {
  const { default: papa } = await import('papaparse');
  const { data } = papa.parse(text, { preview: MOST_ROWS + 1, skipEmptyLines: true });
  return { rows: bounded(data) };
}

async function readXlsx({ bytes }) {
  const { readSheet } = await import('read-excel-file/node');
  const rows = bounded(await readSheet(await repacked(Buffer.from(bytes))));
  const plain = rows.map(cells => cells.map(cell => (cell instanceof Date ? dateText(cell) : cell)));
  return { rows: plain, text: plain.map(cells => cells.map(cell => cell ?? '').join('\t')).join('\n') };
}

function bounded(rows) {
  if (rows.length > MOST_ROWS) throw new Refusal(`it has more than ${MOST_ROWS} rows`);
  const cells = rows.reduce((sum, row) => sum + row.length, 0);
  if (cells > MOST_CELLS) throw new Refusal(`it has more than ${MOST_CELLS} cells`);
  return rows;
}

const dateText = date => date.toISOString().replace('T00:00:00.000Z', '').replace('.000Z', 'Z');

/** The same archive without compression, once it has turned out to be as small as it says: its reader keeps no limit. */
async function repacked(bytes) {
  const [{ default: yauzl }, { zipSync }] = await Promise.all([import('yauzl'), import('fflate')]);
  const files = {};
  let unpacked = 0;
  const archive = await new Promise((resolve, reject) => {
    const options = { lazyEntries: true, validateEntrySize: true };
    yauzl.fromBuffer(bytes, options, (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  if (archive.entryCount > MOST_ENTRIES) throw new Refusal(`it holds more than ${MOST_ENTRIES} files`);
  await new Promise((resolve, reject) => {
    archive.on('error', reject).on('end', resolve);
    archive.on('entry', entry => {
      unpacked += entry.uncompressedSize;
      if (unpacked > MOST_UNPACKED_BYTES) reject(new Refusal('it becomes too large when it is unpacked'));
      else if (/\.(?:xml|rels)$/i.test(entry.fileName))
        contentOf(archive, entry).then(content => {
          files[entry.fileName] = content;
          archive.readEntry();
        }, reject);
      else archive.readEntry();
    });
    archive.readEntry();
  });
  return Buffer.from(zipSync(files, { level: 0 }));
}

async function contentOf(archive, entry) {
  const stream = await new Promise((resolve, reject) => {
    archive.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}
