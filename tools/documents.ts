import { writeFileSync } from 'node:fs';
import { contentsDocument, readDatabase, readMigrations } from './documents/contents.ts';
import { messagesDocument, roomsDocument, screensDocument } from './documents/documents.ts';
import { jobsDocument } from './documents/jobs.ts';
import { partnerContract } from './documents/partner-contract.ts';
import { specificationDocument } from './documents/specification.ts';
import { typescriptClient } from './documents/typescript-client.ts';
import { readSources } from './tidy/source.ts';

/** Writes the documents that are drawn from the code. */
const contract = await partnerContract();
writeFileSync('src/features/programs/contract/openapi.json', contract);
writeFileSync('clients/typescript/src/client.ts', typescriptClient(JSON.parse(contract)));
const sources = readSources();
writeFileSync('docs/messages.md', messagesDocument(sources));
writeFileSync('docs/screens.md', screensDocument());
writeFileSync('docs/rooms.md', roomsDocument(sources));
writeFileSync('docs/contents.md', contentsDocument(sources, readDatabase()));
writeFileSync('docs/jobs.md', jobsDocument(sources));
writeFileSync('docs/specification.md', specificationDocument(sources, readMigrations()));
