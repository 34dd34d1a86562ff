import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Ajv from 'ajv';

const require = createRequire(import.meta.url);
const read = (file: string): object => JSON.parse(readFileSync(file, 'utf8')) as object;

/** Problems of a SARIF log by the published schema of SARIF 2.1.0. */
export function sarifProblems(log: unknown): string[] {
  const ajv = new Ajv({ schemaId: 'auto', allErrors: true, unknownFormats: 'ignore' });
  ajv.addMetaSchema(read(require.resolve('ajv/lib/refs/json-schema-draft-04.json')));
  const validate = ajv.compile(
    read(require.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json')),
  );
  if (validate(log) === true) return [];
  return (validate.errors ?? []).map(({ dataPath, message }) => `${dataPath} ${message ?? ''}`);
}
