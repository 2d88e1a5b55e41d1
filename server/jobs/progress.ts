export interface JobProgress {
  /** Rises with each report. */
  progress: number;
  total?: number | undefined;
  message?: string | undefined;
}

export type ReportProgress = (progress: JobProgress) => void;

export function countedStages(report: ReportProgress): (stage: string) => void {
  let progress = 0;
  return stage => report({ progress: ++progress, message: stage });
}
