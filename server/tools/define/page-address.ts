import type { ProjectId } from '../../../model/names/codes.ts';

export interface PairedBrowser {
  key: string;
  /** The browser's display name; undefined until it has connected. */
  name: string | undefined;
  /** ISO time. */
  lastUsedAt: string;
}

/** Pairs browser extensions, each with one project. */
export interface Pairing {
  /** Valid once, for five minutes. */
  createCode(projectId: ProjectId): { code: string; expiresAt: string };
  /** The newest first. */
  devicesOf(projectId: ProjectId): readonly PairedBrowser[];
  /** Also ends the browser's connection. */
  unpair(key: string): Promise<void>;
}

export interface PageAddress {
  /** Undefined while no service runs, as for a command that works by itself. */
  addressOf(projectId: string | undefined): string | undefined;
  linkTo(projectId: string | undefined): { url: string; expiresAt: string } | undefined;
  ownUrls(): readonly string[];
  /** The path where the IDE of a project starts; undefined: where it was. */
  startPaths: Map<string, string>;
  /** Undefined while no service runs. */
  pairing?: Pairing;
}

export const NO_PAGE: PageAddress = {
  addressOf: () => undefined,
  linkTo: () => undefined,
  ownUrls: () => [],
  startPaths: new Map(),
};

interface PageAddressOptions {
  url(): string;
  ownUrls(): readonly string[];
  /** Each code signs in once. */
  codes: { create(): { code: string; expiresAt: string } };
  pairing: Pairing;
}

export function createPageAddress({ url, ownUrls, codes, pairing }: PageAddressOptions): PageAddress {
  const startPaths = new Map<string, string>();
  const pathOf = (projectId: string | undefined) =>
    projectId === undefined ? '/' : (startPaths.get(projectId) ?? `/p/${projectId}`);
  return {
    startPaths,
    pairing,
    addressOf: projectId => `${url()}${pathOf(projectId)}`,
    linkTo(projectId) {
      const { code, expiresAt } = codes.create();
      return { url: `${url()}${pathOf(projectId)}#code=${code}`, expiresAt };
    },
    ownUrls,
  };
}
