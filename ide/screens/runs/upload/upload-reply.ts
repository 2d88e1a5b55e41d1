import type { ReplyOf } from '../../../app/tool-replies.ts';

export type UploadReply = ReplyOf<'uploadResults'>;
export type UploadReplyRecord = NonNullable<UploadReply['upload']>;
