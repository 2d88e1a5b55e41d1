/** A feature file as it lies below `features/`: its path there, and its text to the byte. */
export interface FeatureFile {
  readonly file: string;
  readonly text: string;
  /** Short hash of the text. */
  readonly hash: string;
}
