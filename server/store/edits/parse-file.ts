import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';
import { explainIssues } from '../../../model/errors/explain-issues.ts';

const FormatOnly = z.looseObject({ format: z.number() });

export interface ParsedFile {
  path: string;
  json: unknown;
  isPrivate?: boolean;
}

/** Errors: `damaged-file`, naming file, field and reason. */
export function parseFile<Schema extends z.ZodType>(schema: Schema, file: ParsedFile): z.output<Schema> {
  const { path, json, isPrivate = false } = file;
  const format = FormatOnly.safeParse(json);
  if (format.success && format.data.format > 1) {
    const found = `${path} has format ${format.data.format}; this release reads format 1.`;
    throw new AppError('damaged-file', `${found} Use a newer release.`);
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const { message, detail } = explainIssues(parsed.error, json, { hidesValues: isPrivate });
  throw new AppError('damaged-file', `${path}: ${message}`, { field: detail.field, facts: { file: path } });
}
