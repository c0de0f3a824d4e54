import { mkdirSync, writeFileSync } from 'node:fs';
import { contentsDocument, readDatabase, readMigrations } from './documents/contents.ts';
import { featuresDocument, messagesDocument, screensDocument } from './documents/documents.ts';
import { jobsDocument } from './documents/jobs.ts';
import { partnerContract } from './documents/partner-contract.ts';
import { specificationDocument } from './documents/specification.ts';
import { typescriptClient } from './documents/typescript-client.ts';
import { readSources } from './tidy/source.ts';

/** Generates documents from the code. `docs/generated` is for searching and not committed. */
const contract = await partnerContract();
writeFileSync('src/features/api-access/contract/openapi.json', contract);
writeFileSync('clients/typescript/src/client.ts', typescriptClient(JSON.parse(contract)));
const sources = readSources();
writeFileSync('docs/reference/messages.md', messagesDocument(sources));
mkdirSync('docs/generated', { recursive: true });
writeFileSync('docs/generated/screens.md', screensDocument());
writeFileSync('docs/generated/features.md', featuresDocument(sources));
writeFileSync('docs/generated/contents.md', contentsDocument(sources, readDatabase()));
writeFileSync('docs/generated/jobs.md', jobsDocument(sources));
writeFileSync('docs/generated/specification.md', specificationDocument(sources, readMigrations()));
