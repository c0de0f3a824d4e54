import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fetchProgram } from './fetch-program.ts';
import { hashLayoutSource, layoutFile, layoutSource } from './mjml/source.ts';

type Compiler = (source: string, options: object) => Promise<{ html: string; errors: { formattedMessage: string }[] }>;

/** Compiles the layout of all emails with MJML, so that the product itself needs no MJML. */
const folder = join(fetchProgram('mjml'), 'node_modules/mjml-browser/lib/index.js');
const { default: compile } = (await import(pathToFileURL(resolve(folder)).href)) as { default: Compiler };
const { html, errors } = await compile(readFileSync(layoutSource, 'utf8'), { validationLevel: 'soft' });
if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
const lines = html.trim().replace(/\s+/g, ' ').replaceAll('> <', '>\n<').split('\n');
writeFileSync(layoutFile, `${JSON.stringify({ source: hashLayoutSource(), lines }, null, 2)}\n`);
