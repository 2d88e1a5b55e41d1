import type { TestHeader } from '../../../../../model/protocol/channel/project-view.ts';

export interface TestPartProps {
  test: TestHeader;
  where: { projectId: string; versionId: string };
  onClose(): void;
}
