/** What the page reads of the tools of the feature server. */
import { FEATURE_SERVER_TYPES } from '../../../../model/project/feature-server.ts';
import type { ReplyOf } from '../../../app/tool-replies.ts';

export const SERVER_TYPES = ['none', ...FEATURE_SERVER_TYPES] as const;
export type ServerType = (typeof SERVER_TYPES)[number];

export type ServerSettings = ReplyOf<'getFeatureServer'>['featureServer'];
/** Of a secret only whether it is set, or where it comes from. */
export type KeptSecret = NonNullable<ServerSettings['token']>;

export type TryReply = ReplyOf<'tryFeatureServer'>;
export type TriedStage = TryReply['stages'][number];
export type FoundFeature = TryReply['features'][number];
