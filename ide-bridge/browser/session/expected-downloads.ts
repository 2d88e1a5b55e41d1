import type { BrowserContext, Download } from 'playwright';

export interface ExpectedDownload {
  readonly came: Promise<Download>;
  drop(): void;
}

export class ExpectedDownloads {
  #waiting: { take(download: Download): void }[] = [];

  watch(context: BrowserContext): void {
    context.on('download', download => this.#waiting.shift()?.take(download));
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
  }

  #remove(waiter: object): void {
    this.#waiting = this.#waiting.filter(each => each !== waiter);
  }
}
