import type { BrowserContext, Download } from 'playwright';

export interface ExpectedDownload {
  readonly came: Promise<Download>;
  drop(): void;
}

interface SurprisingDownload {
  download: Download;
  /** ISO time. */
  at: string;
}

const MOST_SURPRISES = 20;

export class ExpectedDownloads {
  #waiting: { take(download: Download): void }[] = [];
  #surprises: SurprisingDownload[] = [];

  watch(context: BrowserContext): void {
    context.on('download', download => {
      const waiting = this.#waiting.shift();
      if (waiting === undefined) this.#surprises.push({ download, at: new Date().toISOString() });
      else waiting.take(download);
      if (this.#surprises.length > MOST_SURPRISES) this.#surprises.shift();
    });
  }

  /** Those that no action expected, the last ones. `since`: ISO time. */
  surprises(since: string): Download[] {
    return this.#surprises.filter(({ at }) => at >= since).map(({ download }) => download);
  }

  expectNext(): ExpectedDownload {
    let take: (download: Download) => void = () => {};
    const came = new Promise<Download>(resolve => {
      take = resolve;
    });
    const waiter = { take };
    this.#waiting.push(waiter);
    return { came, drop: () => this.#remove(waiter) };
  }

  clear(): void {
    this.#waiting = [];
    this.#surprises = [];
  }

  #remove(waiter: object): void {
    this.#waiting = this.#waiting.filter(each => each !== waiter);
  }
}
