/** How far a long call is. */
export interface JobProgress {
  /** Rises with each report. */
  progress: number;
  total?: number | undefined;
  message?: string | undefined;
}

export type ReportProgress = (progress: JobProgress) => void;

/** Reports the stages of a call, each as one step further. */
export function countedStages(report: ReportProgress): (stage: string) => void {
  let progress = 0;
  return stage => report({ progress: ++progress, message: stage });
}
