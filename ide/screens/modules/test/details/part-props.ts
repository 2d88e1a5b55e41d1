import type { TestHeader } from '../../../../../model/protocol/channel/project-view.ts';

export interface TestPartProps {
  test: TestHeader;
  onClose(): void;
}
