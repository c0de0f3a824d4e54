import { readFile } from 'node:fs/promises';
import { validateXML } from 'xmllint-wasm';

let schema: Promise<string> | undefined;

const loadSchema = (): Promise<string> => {
  schema ??= readFile(new URL('./goaml.xsd', import.meta.url), 'utf8');
  return schema;
};

/** Validates XML against `goaml.xsd`. Returns at most 20 errors, none if valid. */
export async function validateReportXml(xml: string): Promise<string[]> {
  const file = { fileName: 'report.xml', contents: xml };
  const { valid, errors, rawOutput } = await validateXML({ xml: file, schema: await loadSchema() });
  if (valid) return [];
  const messages = errors.map(({ message }) => message).filter((message) => message !== '');
  return messages.length > 0 ? messages.slice(0, 20) : [rawOutput.slice(0, 500) || 'not well formed'];
}
