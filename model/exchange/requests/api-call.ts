import { request as kind } from '../../actions/request.ts';
import { REDACTED } from '../../values/redactor.ts';
import { escapeExpressions } from '../../values/template.ts';
import {
  addressOf,
  bodyOf,
  type CopiedRequest,
  headerRecord,
  joinedHeaders,
  type RequestFormat,
  requestFault,
  withNamedMasks,
} from './copied-request.ts';

/** No secret of a project has such a name unless somebody wants so: the page that sent a body does not choose the secret. */
const secretOf = (name: string): string => `{{secret.${name}}}`;

/** A list of one action, as the clipboard has actions; cookies come from the browser. */
export const apiCall: RequestFormat = {
  title: 'API call',
  isForTests: true,
  fault: sent => requestFault(sent) ?? methodFault(sent),
  toFillIn: sent => namedIn(sent).names.map(secretOf),
  text: actionsOf,
};

function namedIn(sent: CopiedRequest) {
  const headers = joinedHeaders(sent).filter(({ name }) => name.length <= MOST_NAME);
  // What a page has written between masks is no name: its own masks are replaced as well.
  return withNamedMasks({ ...sent, headers }, name => `${REDACTED}${name}${REDACTED}`);
}

function actionsOf(sent: CopiedRequest): string {
  const { request } = namedIn(sent);
  const headers = Object.entries(headerRecord(request));
  const body = bodyOf(request);
  const action = {
    type: kind.type,
    method: request.method,
    url: asTemplate(addressOf(request)),
    ...(headers.length === 0
      ? {}
      : { headers: Object.fromEntries(headers.map(([name, value]) => [name, asTemplate(value)])) }),
    ...(body === undefined ? {} : { body: asTemplate(body) }),
  };
  return JSON.stringify([action], undefined, 2);
}

const MOST_NAME = 200;

const methodFault = ({ method }: CopiedRequest): string | undefined =>
  kind.fields.method.safeParse(method).success ? undefined : `An API call cannot have the method ${method}.`;

const NAMED_MASK = new RegExp(`${REDACTED}(\\w+?)${REDACTED}`);

/** A backslash before an expression would make it plain text. */
const asTemplate = (text: string): string =>
  text
    .split(NAMED_MASK)
    .map((part, index, { length }) => {
      if (index % 2 === 1) return secretOf(part);
      const literal = escapeExpressions(part);
      return index < length - 1 ? literal.replace(/(?<!\\)\\+$/, '$&$&') : literal;
    })
    .join('');
