/** The ports over which browser extensions and the service meet. */
import type { ProjectId } from '../names/codes.ts';
import type { PairedProject } from './channel/extension.ts';

/** A browser whose extension is connected. */
export interface ConnectedExtension {
  projectId: ProjectId;
  /** Key of its pairing. */
  key: string;
  /** What people know the browser by. */
  name: string;
  release: string;
  /** Whether it has the protocol of this release; else it only gets that answer. */
  isUnderstood: boolean;
}

/** A tab of somebody's everyday browser that is the app window of a project. */
export interface LentTab {
  projectId: ProjectId;
  title: string;
}

export interface Extensions {
  connected(): readonly ConnectedExtension[];
  lent(): readonly LentTab[];
  /** Gives the tab of a project back; answers whether there was one. */
  giveBack(projectId: string): boolean;
}

/** For what works without a service. */
export const NO_EXTENSIONS: Extensions = {
  connected: () => [],
  lent: () => [],
  giveBack: () => false,
};

/** What the service does for an extension that is paired. */
export interface ExtensionService {
  readonly release: string;
  /** Addresses of the service itself, whose pages are never lent. */
  origins(): readonly string[];
  projectOf(projectId: ProjectId): PairedProject;
  /** Tells when projects change; returns how to stop that. */
  onProjects(listener: () => void): () => void;
  unpair(key: string): Promise<void>;
  /** Opens the app window of a project on the tab that is lent to it. Errors: `run-in-progress`, `not-found`, `browser-lost`. */
  openLent(projectId: ProjectId): Promise<void>;
  /** Errors: `forbidden`, those of the tool. */
  callTool(
    call: { projectId: ProjectId; name: string; arguments: Readonly<Record<string, unknown>> },
    signal: AbortSignal,
  ): Promise<unknown>;
  /** What an error becomes on the wire, with secrets masked. */
  explain(error: unknown): object;
}
