import { isRecord } from '../../model/values/json-value.ts';
/** A JSON Schema in a word or two, with its bounds. */
export function typeWords(schema: unknown): string {
  if (!isRecord(schema)) return 'any';
  if (Array.isArray(schema.enum)) return schema.enum.map(value => `\`${String(value)}\``).join(', ');
  const options = Array.isArray(schema.anyOf) ? schema.anyOf : [];
  if (options.length > 0) return [...new Set(options.map(typeWords))].join(' or ');
  if (schema.type === 'array') return `list of ${typeWords(schema.items)}${most(schema.maxItems, 'items')}`;
  if (schema.type === 'string') return `string${most(schema.maxLength, 'characters')}`;
  return typeof schema.type === 'string' ? `${schema.type}${range(schema)}` : 'any';
}

const most = (bound: unknown, unit: string): string =>
  typeof bound === 'number' ? `, up to ${formatNumber(bound)} ${unit}` : '';

function range({ minimum, maximum }: Readonly<Record<string, unknown>>): string {
  const [least, greatest] = [minimum, maximum].map(bound =>
    typeof bound === 'number' ? formatNumber(bound) : undefined,
  );
  if (least !== undefined && greatest !== undefined) return `, ${least} to ${greatest}`;
  if (greatest !== undefined) return `, up to ${greatest}`;
  return least === undefined ? '' : `, from ${least}`;
}

const formatNumber = (value: number): string => value.toLocaleString('en-US');
