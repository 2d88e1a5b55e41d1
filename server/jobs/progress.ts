/** How far a long call is. */
export interface JobProgress {
  /** Rises with each report. */
  progress: number;
  total?: number | undefined;
  message?: string | undefined;
}

export type ReportProgress = (progress: JobProgress) => void;
