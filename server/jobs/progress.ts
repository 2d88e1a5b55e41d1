/** How far a long call is. */
export interface Progress {
  /** Rises with each report. */
  progress: number;
  total?: number | undefined;
  message?: string | undefined;
}

export type ReportProgress = (progress: Progress) => void;
