import { Button } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { snapshotOf } from '../../app/state.ts';
import { perform } from '../../commands/command.ts';
import { COMMANDS } from '../../commands/index.ts';
import { KeptPanes } from '../../parts/kept-panes.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Hint } from '../../ui/hint.tsx';
import { FeaturesIcon } from '../../ui/icons.ts';
import { latePart, lateView } from '../../ui/late-part.tsx';
import { SkeletonPanel } from '../../ui/skeleton-page.tsx';
import { useFileDrop } from '../../ui/use-file-drop.ts';
import classes from './file-drop.module.css';

const TREE = { key: 'tree', title: 'Features', share: 28, min: 15 };
const PANE = { key: 'feature', title: 'Steps', share: 72, min: 30 };

const FeatureTree = latePart(async () => (await import('./feature-tree.tsx')).FeatureTree);
const FeaturePane = latePart(async () => (await import('./feature-pane.tsx')).FeaturePane);
const FeatureDialog = lateView(async () => (await import('./feature-dialog.tsx')).FeatureDialog);
const SuiteDialog = lateView(async () => (await import('./suite-dialog.tsx')).SuiteDialog);
const LinkingDesk = latePart(async () => (await import('./linking/linking-desk.tsx')).LinkingDesk);
const ReviewDialog = lateView(async () => (await import('./linking/review-dialog.tsx')).ReviewDialog);
const PushDialog = lateView(async () => (await import('./push-dialog.tsx')).PushDialog);
const ImportDialog = lateView(async () => (await import('./import/import-dialog.tsx')).ImportDialog);

export function FeaturesScreen({ place }: { place: ProjectPlace }) {
  const reviewing = useIdeState(({ view }) => view.reviewing);
  const isNaming = useIdeState(({ view }) => view.naming !== undefined);
  const addingToSuite = useIdeState(({ view }) => view.addingToSuite);
  return (
    <FileDrop place={place}>
      <Features place={place} />
      {isNaming && <FeatureDialog />}
      {addingToSuite !== undefined && <SuiteDialog code={addingToSuite} />}
      {reviewing !== undefined && <ReviewDialog review={reviewing} />}
      {place.dialog === 'import' && <ImportDialog place={place} />}
      {place.dialog === 'push' && <PushDialog place={place} />}
    </FileDrop>
  );
}

function Features({ place }: { place: ProjectPlace }) {
  const { features: reader } = useIde();
  const features = useIdeState(state => state.features);
  const snapshot = useIdeState(snapshotOf);
  const isKnown = useIdeState(state => !state.unknownTools.has('getFeatures'));
  if (!isKnown) return <OldService />;
  if (features.phase === 'failed') return <Unreadable message={features.message} onRetry={() => reader.retry()} />;
  if (features.phase === 'ready' && features.value.length === 0) return <NoFeatures />;
  const there = features.phase === 'ready' && snapshot !== undefined ? { features: features.value, place } : undefined;
  const outlineOfDesk = <SkeletonPanel label="Linking desk" rows={8} />;
  if (place.isLinking)
    return <Suspense fallback={outlineOfDesk}>{there ? <LinkingDesk {...there} /> : outlineOfDesk}</Suspense>;
  const outlineOfTree = <SkeletonPanel label="Features" rows={8} />;
  const outlineOfPane = <SkeletonPanel label="Steps" rows={6} />;
  const tree = (
    <Suspense fallback={outlineOfTree}>
      {there && snapshot ? <FeatureTree {...there} snapshot={snapshot} /> : outlineOfTree}
    </Suspense>
  );
  const pane = <Suspense fallback={outlineOfPane}>{there ? <FeaturePane {...there} /> : outlineOfPane}</Suspense>;
  return (
    <KeptPanes
      name={`${place.projectId}/features`}
      panes={[
        { ...TREE, content: tree },
        { ...PANE, content: pane },
      ]}
      front={{ pane: place.feature === undefined ? TREE.key : PANE.key, of: `${place.feature} ${place.scenario}` }}
    />
  );
}

const OldService = () => (
  <Hint title="This service has no features" isScreen>
    It is older than this page.
  </Hint>
);

const Unreadable = (props: { message: string; onRetry(): void }) => (
  <Failure title="The features cannot be shown" isScreen {...props} />
);

function NoFeatures() {
  const ide = useIde();
  return (
    <Hint
      title="No features"
      isScreen
      icon={<FeaturesIcon size={22} aria-hidden />}
      actions={
        <>
          <Button size="xs" onClick={() => void perform(COMMANDS.importFeatures, ide)}>
            Import features
          </Button>
          <Button size="xs" variant="default" onClick={() => void perform(COMMANDS.newFeature, ide)}>
            New local feature
          </Button>
        </>
      }
    >
      Import them, drop .feature files here, or write them. Each step is then linked to a test.
    </Hint>
  );
}

function FileDrop({ place, children }: { place: ProjectPlace; children: ReactNode }) {
  const { store, navigation } = useIde();
  const { isOver, dropProps } = useFileDrop(droppedFiles => {
    store.setView({ droppedFiles });
    navigation.go({ ...place, dialog: 'import' });
  });
  return (
    <div className={classes.area} {...dropProps}>
      {children}
      {isOver && <div className={classes.over}>Drop .feature files or a .zip to import them</div>}
    </div>
  );
}
