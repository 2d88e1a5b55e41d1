import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';

const path = createRequire(import.meta.url).resolve('@cucumber/messages/schema');
const isEnvelope = new Ajv2020({ strict: false }).compile(
  z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(path, 'utf8'))),
);

/** What the JSON Schema that @cucumber/messages publishes has against messages, as they are once written. */
export const faultsIn = (messages: readonly unknown[]): string[] =>
  messages.flatMap((message, index) => {
    const written: unknown = JSON.parse(JSON.stringify(message));
    if (isEnvelope(written)) return [];
    return (isEnvelope.errors ?? []).map(({ instancePath, message: fault }) => `${index}${instancePath}: ${fault}`);
  });
