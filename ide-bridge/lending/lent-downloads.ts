import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Where Playwright looks for downloads of a lent tab; the browser's own files stay. */
export class LentDownloads {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(): Promise<LentDownloads> {
    return new LentDownloads(await mkdtemp(path.join(tmpdir(), 'steploom-lent-')));
  }

  /** False for a missing file, as of a browser on another machine. */
  async take(guid: string, saved: string): Promise<boolean> {
    return await copyFile(saved, path.join(this.folder, path.basename(guid))).then(
      () => true,
      () => false,
    );
  }

  async dispose(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
