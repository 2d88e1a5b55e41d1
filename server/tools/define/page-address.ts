import type { ProjectId } from '../../../model/names/codes.ts';

/** A browser whose extension may connect to a project. */
export interface PairedBrowser {
  key: string;
  /** What people know it by; undefined until it has connected. */
  name: string | undefined;
  /** ISO time. */
  lastUsedAt: string;
}

/** How browser extensions come to be let in, each to one project. */
export interface Pairing {
  /** Good once, for five minutes. */
  createCode(projectId: ProjectId): { code: string; expiresAt: string };
  /** The newest first. */
  devicesOf(projectId: ProjectId): readonly PairedBrowser[];
  /** Ends its connection too. */
  unpair(key: string): Promise<void>;
}

/** Where people find the page of the IDE, and how they get in. */
export interface PageAddress {
  /** The page address of a project; undefined while no service runs, as for a command that works by itself. */
  addressOf(projectId: string | undefined): string | undefined;
  /** The same with a code that signs in once. Undefined as above. */
  linkTo(projectId: string | undefined): { url: string; expiresAt: string } | undefined;
  /** Addresses at which the service itself is found. */
  ownUrls(): readonly string[];
  /** Where the IDE of a project is to begin; undefined: where it was. */
  startPaths: Map<string, string>;
  /** Undefined while no service runs. */
  pairing?: Pairing;
}

/** For what works without a service. */
export const NO_PAGE: PageAddress = {
  addressOf: () => undefined,
  linkTo: () => undefined,
  ownUrls: () => [],
  startPaths: new Map(),
};

interface PageAddressOptions {
  url(): string;
  ownUrls(): readonly string[];
  /** Each signs in once. */
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
