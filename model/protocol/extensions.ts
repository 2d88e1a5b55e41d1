/** Ports between browser extensions and the service. */
import type { ProjectId } from '../names/codes.ts';
import type { PairedProject, RecordingUnderWay } from './channel/extension.ts';

export interface ConnectedExtension {
  projectId: ProjectId;
  key: string;
  name: string;
  release: string;
  /** Whether it has the protocol of this release; otherwise that is all it learns. */
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
  /** Returns whether there was one. */
  giveBack(projectId: string): boolean;
}

/** For what works without a service. */
export const NO_EXTENSIONS: Extensions = {
  connected: () => [],
  lent: () => [],
  giveBack: () => false,
};

export interface ExtensionService {
  readonly release: string;
  /** The pages of these origins are never lent. */
  origins(): readonly string[];
  projectOf(projectId: ProjectId): PairedProject;
  /** Called when projects change. Returns how to stop that. */
  onProjects(listener: () => void): () => void;
  recordingIn(projectId: ProjectId): RecordingUnderWay | undefined;
  /** Called when that may have changed, also as the project is opened or closed. Returns how to stop that. */
  onRecording(projectId: ProjectId, listener: () => void): () => void;
  unpair(key: string): Promise<void>;
  /** Opens the app window on the project's lent tab. Errors: `run-in-progress`, `not-found`, `browser-lost`. */
  openLent(projectId: ProjectId): Promise<void>;
  /** Errors: `forbidden`, those of the tool. */
  callTool(
    call: { projectId: ProjectId; name: string; arguments: Readonly<Record<string, unknown>> },
    signal: AbortSignal,
  ): Promise<unknown>;
  /** Secrets are masked. */
  explain(error: unknown): object;
}
