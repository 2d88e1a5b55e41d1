import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';
import { explainIssues } from '../../../model/errors/explain-issues.ts';
import { DataValues } from '../../../model/names/codes.ts';
import type { Test, TestData } from '../../../model/project/test.ts';
import { parseJson } from '../../store/files/parse-json.ts';
import { findProjectFile } from './find-project-file.ts';

const Rows = z.array(DataValues).max(10_000);

/** Undefined for a test without data. Errors: `invalid-project`, also for no rows: such a test would seem to pass. */
export async function readDataRows(projectFolder: string, test: Test): Promise<DataValues[] | undefined> {
  if (test.data === undefined) return undefined;
  const rows = await rowsOf(projectFolder, test, test.data);
  if (rows.length > 0) return rows;
  throw dataError(test, 'it has no rows, so that nothing would run; give it rows, or take its data away.');
}

async function rowsOf(projectFolder: string, test: Test, data: TestData): Promise<DataValues[]> {
  if ('rows' in data) return data.rows;
  const { file } = data;
  if (!file.toLowerCase().endsWith('.json'))
    throw dataError(test, `"${file}" is not a .json file with a list of rows.`);
  const found = await findProjectFile(projectFolder, file);
  if ('fault' in found) throw dataError(test, `${found.fault}.`);
  const text = await readFile(found.path, 'utf8');
  const json = parseJson(text, { file: `files/${file}` });
  const rows = Rows.safeParse(json);
  if (!rows.success)
    throw dataError(test, explainIssues(rows.error, json, { root: `files/${file}`, schema: Rows }).message);
  return rows.data;
}

const dataError = (test: Test, reason: string): AppError =>
  new AppError('invalid-project', `The data of test ${test.testCode} cannot be read: ${reason}`, { field: 'data' });
