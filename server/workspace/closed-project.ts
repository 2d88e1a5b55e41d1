import { AppError } from '../../model/errors/errors.ts';
import type { TokenFile } from '../store/tokens/token-file.ts';

/** A project folder that could not be opened, and why. */
export interface ClosedProject {
  projectId: string;
  error: AppError;
  /** Who would have access, where the files of the project are at fault and these are not. */
  tokens?: Pick<TokenFile, 'enabled' | 'find'> | undefined;
}

/** What somebody is told who may use the project. */
export function explainClosed({ projectId, error }: ClosedProject, kind = error.kind): AppError {
  const { facts, next } = error.detail;
  // The others name the project themselves.
  if (error.kind !== 'damaged-file') return new AppError(kind, error.message, { next, facts });
  return new AppError(kind, `The project "${projectId}" is not open: ${error.message}`, {
    next: 'Mend the file, or take it back with git: the project is opened then, without a restart.',
    facts: { projectId, ...facts },
  });
}
