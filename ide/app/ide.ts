/** Composes the parts of the page behind its screens. */

import { z } from 'zod';
import { counted } from '../../model/names/counted.ts';
import { BRIDGE_PATH, type NoticeOf } from '../../model/protocol/channel/channel.ts';
import type { BridgeEvents } from './bridge-client.ts';
import { KeptSession, storageOf } from './browser-storage.ts';
import { Editing } from './editing.ts';
import { FeatureTexts } from './feature-texts.ts';
import { Features } from './features.ts';
import { FirstSteps } from './first-steps.ts';
import { Following } from './following.ts';
import { Navigation } from './navigation.ts';
import { failProject } from './project-updates.ts';
import { takeRunEvent } from './run-updates.ts';
import { Screens } from './screens.ts';
import { Session } from './session.ts';
import { readBreakpoints, readLastStates, readRuns } from './side-facts.ts';
import { EMPTY_VIEW, THEMES, type View } from './state.ts';
import { createIdeStore, type IdeStore } from './store.ts';
import { dropUndo, showDone } from './toasts.tsx';

const KEY = 'steploom.view';

const HowToRun = {
  workers: z.number().int(),
  retries: z.number().int(),
  repeatEach: z.number().int(),
  devices: z.array(z.string()),
};

const Preferences = z.object({
  theme: z.enum(THEMES),
  isTreeShown: z.boolean(),
  isAppWide: z.boolean().optional(),
  isDrawerShown: z.boolean(),
  areSingleKeysOn: z.boolean(),
  paneSizes: z.record(z.string(), z.array(z.number())),
  checkedServers: z.record(z.string(), z.object({ at: z.string(), settings: z.string() })),
  environments: z.record(z.string(), z.string()),
  runHow: z.record(z.string(), z.object(HowToRun).partial()),
  lastSuites: z.record(z.string(), z.string()),
  firstSteps: z.record(z.string(), FirstSteps),
});

/** Another release may have written it. */
function readJson(storage: Pick<Storage, 'getItem'>): unknown {
  try {
    return JSON.parse(storage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}

const readPreferences = (storage: Pick<Storage, 'getItem'>): View => ({
  ...EMPTY_VIEW,
  ...Preferences.partial().safeParse(readJson(storage)).data,
});

function keepPreferences(store: IdeStore, storage: Pick<Storage, 'setItem'>): void {
  let kept: View = store.getState().view;
  store.subscribe(({ view }) => {
    if (view === kept) return;
    kept = view;
    storage.setItem(KEY, JSON.stringify(Preferences.parse(view)));
  });
}

export interface Ide {
  store: IdeStore;
  session: Session;
  following: Following;
  editing: Editing;
  features: Features;
  texts: FeatureTexts;
  navigation: Navigation;
  screens: Screens;
}

const socketUrl = ({ protocol, host }: Location): string =>
  `${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}${BRIDGE_PATH}`;

export function createIde(known: ConstructorParameters<typeof Screens>[0]): Ide {
  const lasting = storageOf(() => window.localStorage);
  const tabStorage = storageOf(() => window.sessionStorage);
  const store = createIdeStore(readPreferences(lasting));
  keepPreferences(store, lasting);
  const screens = new Screens(known);
  const navigation = new Navigation(store, screens);
  const session: Session = new Session({
    store,
    socketUrl: socketUrl(window.location),
    kept: new KeptSession(lasting),
    tabStorage,
    greeted: () => void following.refresh(),
    events: { navigate: destination => navigation.goFor(destination), notices: noticesOf(() => ide) },
  });
  const features = new Features({ store, getFeatures: given => session.call('getFeatures', given) });
  const following = new Following({
    store,
    request: session.request,
    taken: () => {
      void readRuns({ store, session });
      void readBreakpoints({ store, session });
      void features.follow();
    },
  });
  const editing = new Editing({ store, session, onEdit: dropUndo, onSavedLate });
  const texts = new FeatureTexts({ store, session, editing });
  const ide: Ide = { store, session, following, editing, features, texts, navigation, screens };
  return ide;
}

const onSavedLate = (count: number): void => showDone(`Back online, ${counted(count, 'edit')} saved`);

const featureFiles = ({ patches }: NoticeOf<'project/patched'>): string[] =>
  patches.flatMap(({ path: [part, file] }) => (part === 'features' && file !== undefined ? [file] : []));

function noticesOf(ide: () => Ide): BridgeEvents['notices'] {
  const update: IdeStore['update'] = change => ide().store.update(change);
  const isShown = (projectId: string) => ide().store.getState().project?.projectId === projectId;
  return {
    'project/patched': notice => {
      ide().following.patched(notice);
      const { by, ideId } = notice;
      const files = featureFiles(notice);
      const isOwn = ideId !== undefined && ideId === ide().store.getState().ideId;
      if (isShown(notice.projectId) && files.length > 0) void ide().features.follow(isOwn ? undefined : { files, by });
    },
    'project/closed': ({ projectId, message }) => {
      if (isShown(projectId)) update(state => failProject(state, message));
    },
    'projects/changed': ({ projects }) => update(state => ({ ...state, projects })),
    'run/event': notice => {
      update(state => takeRunEvent(state, notice));
      if (isShown(notice.projectId) && notice.event.kind === 'stored-run-changed') void readLastStates(ide());
    },
    'breakpoints/changed': ({ projectId }) => {
      if (isShown(projectId)) void readBreakpoints(ide());
    },
    'recording/event': ({ projectId, recording }) => {
      if (isShown(projectId)) update(state => ({ ...state, recording }));
    },
    'watched/changed': ({ projectId, watched }) => {
      if (isShown(projectId)) update(state => ({ ...state, watched }));
    },
    'windows/changed': ({ projectId, windows }) => {
      if (isShown(projectId)) update(state => ({ ...state, windows }));
    },
    'app/changed': ({ projectId, app }) => {
      if (isShown(projectId)) update(state => ({ ...state, app, appChanges: state.appChanges + 1 }));
    },
  };
}
