export interface KeptBody {
  mediaType: string;
  sizeBytes: number;
  /** Missing where it is no text. */
  text?: string;
  /** Number of characters left out after `text`. */
  cut?: number;
}

export interface KeptMessage {
  headers: { name: string; value: string }[];
  body?: KeptBody;
  /** Why its body is missing although it may have had one; the end of a sentence. */
  reason?: string;
}

/** A request and its answer, with what is still known of both. */
export interface KeptExchange {
  request: KeptMessage;
  /** Missing where none has come. */
  response?: KeptMessage;
}
