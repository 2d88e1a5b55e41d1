import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { z } from 'zod';

const Definition = z.looseObject({ definitions: z.record(z.string(), z.unknown()).optional() });
const Bundle = z.looseObject({ $defs: z.record(z.string(), Definition) });

/** `https://cucumber.io/schema/Pickle.schema.json` is `Pickle`, and its own definition `PickleStep` is `Pickle_PickleStep`. */
const shortName = (url: string): string => url.replace(/^.*\//, '').replace(/\.schema\.json$/, '');

/** References made to point into one flat list of definitions, which is what zod reads. */
function flattened(definition: unknown, owner: string): unknown {
  const text = JSON.stringify(definition, (key, value: unknown) =>
    /^\$(id|schema)$|^definitions$/.test(key) ? undefined : value,
  );
  return JSON.parse(
    text.replace(
      /"\$ref":"(?:(?:\.\/)?(\w+)\.schema\.json)?(?:#\/definitions\/(\w+))?"/g,
      (_all, file?: string, inner?: string) => {
        const name = [file ?? owner, inner].filter(part => part !== undefined && part !== '').join('_');
        return `"$ref":"#/$defs/${name}"`;
      },
    ),
  );
}

/** The JSON Schema of an envelope as @cucumber/messages publishes it. */
function readEnvelopeSchema() {
  const path = createRequire(import.meta.url).resolve('@cucumber/messages/schema');
  const { $defs, ...root } = Bundle.parse(JSON.parse(readFileSync(path, 'utf8')));
  const flat = Object.entries($defs).flatMap(([url, definition]) => {
    const owner = shortName(url);
    const inner = Object.entries(definition.definitions ?? {});
    return [
      [owner, flattened(definition, owner)],
      ...inner.map(([name, value]) => [`${owner}_${name}`, flattened(value, owner)]),
    ];
  });
  return z.fromJSONSchema({
    ...z.record(z.string(), z.json()).parse(flattened(root, '')),
    $defs: Object.fromEntries(flat),
  });
}

export const EnvelopeSchema = readEnvelopeSchema();
