import { readFile } from 'node:fs/promises';
import { validateXML } from 'xmllint-wasm';

let schema: Promise<string> | undefined;

/** Our schema, read once a process. */
const schemaText = (): Promise<string> => {
  schema ??= readFile(new URL('./goaml.xsd', import.meta.url), 'utf8');
  return schema;
};

/** What a file breaks of its schema, in the words of the checker; nothing for a sound one. */
export async function problemsOf(xml: string): Promise<string[]> {
  const file = { fileName: 'report.xml', contents: xml };
  const { valid, errors, rawOutput } = await validateXML({ xml: file, schema: await schemaText() });
  if (valid) return [];
  const told = errors.map(({ message }) => message).filter((message) => message !== '');
  return told.length > 0 ? told.slice(0, 20) : [rawOutput.slice(0, 500) || 'not well formed'];
}
