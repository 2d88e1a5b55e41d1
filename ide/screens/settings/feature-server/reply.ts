import type { ReplyOf } from '../../../app/tool-replies.ts';

export type ServerSettings = ReplyOf<'getFeatureServer'>['featureServer'];
/** Only whether a secret is set, or where it comes from. */
export type KeptSecret = NonNullable<ServerSettings['token']>;

export type TryReply = ReplyOf<'tryFeatureServer'>;
export type TriedStage = TryReply['stages'][number];
export type FoundFeature = TryReply['features'][number];
