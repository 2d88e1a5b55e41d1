import type { ActionVerb } from '../verb.ts';
import { takeRequest } from './request-words.ts';

const STATUS = /^\d{3}$/;

export const mock: ActionVerb = {
  name: 'mock',
  type: 'mock',
  usage: 'mock [METHOD] <url> [status] [body]',
  about: 'answer requests in the place of the server; or --abort, --change, --file, --delay-ms, --times',
  read(words) {
    const request = takeRequest(words);
    const status = STATUS.test(words.next ?? '') ? { status: words.take('the status') } : {};
    const body = words.left > 0 ? { body: words.take('the body') } : {};
    return { type: 'mock', fields: { ...request, ...status, ...body } };
  },
};
