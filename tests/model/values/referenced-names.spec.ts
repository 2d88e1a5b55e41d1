import { expect, test } from 'vitest';
import { fullName, referencedNames } from '../../../model/values/referenced-names.ts';
import { parseTemplate } from '../../../model/values/template.ts';

const namesIn = (text: string) => referencedNames(parseTemplate(text)).references.map(fullName);
const requiredIn = (text: string) =>
  referencedNames(parseTemplate(text))
    .references.filter(({ required }) => required)
    .map(fullName);

test.each([
  ['{{env.BASE}}/cart/{{ user }}', ['env.BASE', 'user']],
  ['{{ secret.password & app.admin }}', ['secret.password', 'app.admin']],
  ['{{ env.`base-url` }}', ['env.base-url']],
  ['{{ $uppercase(user.name) & var.total & run.id }}', ['user', 'var.total', 'run.id']],
  ['{{ user & user & "env.X" & `first name` }}', ['user', 'first name']],
  ['{{ [low..high] }}', ['low', 'high']],
  ['{{ {"key": value} }}', ['value']],
  ['{{ true and a or b in c }}', ['a', 'b', 'c']],
  ['{{ $x := a; $x }}', ['a']],
  ['{{ $$.env.BASE }}', []],
  ['plain env.BASE', []],
])('the text %s refers to the names %j', (text, names) => {
  expect(namesIn(text)).toEqual(names);
});

test.each([
  ['{{ items[price > limit] }}', ['items']],
  ['{{ items.(price * tax) }}', ['items']],
  ['{{ items.$sum(price) }}', ['items']],
  ['{{ items^(>price) }}', ['items']],
  ['{{ items{kind: price} }}', ['items']],
  ['{{ $map(items, function($i) { $i.price + fee }) }}', ['items']],
  ['{{ items ~> | price | {"tax": env.TAX} | }}', []],
])('the names that %s looks up in other data are left out', (text, names) => {
  expect(namesIn(text)).toEqual(names);
});

test('no name is required where the expression copes with a missing one', () => {
  expect(requiredIn('{{ env.BASE ?? "http://localhost" }}')).toEqual([]);
  expect(requiredIn('{{ coupon ?: "none" }}')).toEqual([]);
  expect(requiredIn('{{ $exists(coupon) and paid }}')).toEqual([]);
  expect(requiredIn('{{ coupon ?? "none" }}{{ coupon }}')).toEqual(['coupon']);
  expect(requiredIn('{{ coupon }}{{ coupon ?? "none" }}')).toEqual(['coupon']);
});

test('groups used as a whole and texts that are one expression are recognised', () => {
  expect(referencedNames(parseTemplate('{{ $lookup(secret, key) }}'))).toEqual({
    references: [{ name: 'key', required: true }],
    wholeGroups: ['secret'],
    isOneExpression: true,
  });
  expect(referencedNames(parseTemplate('a {{b}}')).isOneExpression).toBe(false);
});
