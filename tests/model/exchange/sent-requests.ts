/** What pages may send that is made to do harm where it is pasted, and signs to make more of it. */
import fc from 'fast-check';
import type { CopiedRequest } from '../../../model/exchange/requests/copied-request.ts';

export const sent = (given: Partial<CopiedRequest> = {}): CopiedRequest => ({
  method: 'POST',
  url: 'https://shop.example/save?x=1',
  headers: [{ name: 'Content-Type', value: 'application/json' }],
  body: { mediaType: 'application/json', text: '{"a":1}' },
  ...given,
});

export const withBody = (text: string): CopiedRequest => sent({ body: { mediaType: 'text/plain', text } });

export const HOSTILE = [
  "'; touch owned; '",
  '$(touch owned) `touch owned` \u0024{HOME} $HOME',
  '@/etc/passwd',
  '-K /etc/passwd',
  '!! !touch \'!!\' "!!"',
  'two\nlines\n',
  '\n\ntouch owned\n',
  'tab\tand\r\nreturn',
  // The end of a paste, and Ctrl C, as a terminal takes them.
  '\u001b[201~\u0003\ntouch owned\n',
  '\u009b201~ \u202e \u2028 \u{e0001}',
  '100% \\n \\047 %s %%',
  '\\',
  "\\'",
  'käse 🧀 ••••',
  '"); alert(1); ("',
  '</script>\u0024{alert(1)}`',
  '{{secret.PASSWORD}} \\{{secret.PASSWORD}} \\\\{{secret.PASSWORD}} {{{',
];

export const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({
    unit: fc.constantFrom("'", '"', '\\', '!', '$', '`', '(', ')', '\n', '\r', '\u0003', '%', '@', '-', '{', '}', 'a'),
    minLength: 1,
  }),
);
