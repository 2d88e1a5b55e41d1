import { request as kind } from '../../actions/request.ts';
import { REDACTED } from '../../values/redactor.ts';
import { escapeExpressions } from '../../values/template.ts';
import {
  addressOf,
  bodyOf,
  type CopiedRequest,
  headerRecord,
  type RequestFormat,
  requestFault,
} from './copied-request.ts';

/** No secret of a project has this name unless somebody wants so: the page that sent a body does not choose the secret. */
const SECRET = '{{secret.FILL_IN}}';

/** A list of one action, as the clipboard has actions; cookies come from the browser. */
export const apiCall: RequestFormat = {
  title: 'API call',
  isForTests: true,
  mask: SECRET,
  fault: sent => requestFault(sent) ?? methodFault(sent),
  text(sent) {
    const headers = Object.entries(headerRecord(sent)).filter(([name]) => name.length <= MOST_NAME);
    const body = bodyOf(sent);
    const action = {
      type: kind.type,
      method: sent.method,
      url: asTemplate(addressOf(sent)),
      ...(headers.length === 0
        ? {}
        : { headers: Object.fromEntries(headers.map(([name, value]) => [name, asTemplate(value)])) }),
      ...(body === undefined ? {} : { body: asTemplate(body) }),
    };
    return JSON.stringify([action], undefined, 2);
  },
};

const MOST_NAME = 200;

const methodFault = ({ method }: CopiedRequest): string | undefined =>
  kind.fields.method.safeParse(method).success ? undefined : `An API call cannot have the method ${method}.`;

/** A backslash before an expression would make it plain text. */
const asTemplate = (text: string): string =>
  text
    .split(REDACTED)
    .map(escapeExpressions)
    .map((part, index, { length }) => (index < length - 1 ? part.replace(/(?<!\\)\\+$/, '$&$&') : part))
    .join(SECRET);
