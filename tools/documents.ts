import { writeFileSync } from 'node:fs';
import { messagesDocument, roomsDocument, screensDocument } from './documents/documents.ts';
import { readSources } from './tidy/source.ts';

/** Writes the three documents that are drawn from the code. */
writeFileSync('docs/messages.md', messagesDocument());
writeFileSync('docs/screens.md', screensDocument());
writeFileSync('docs/rooms.md', roomsDocument(readSources()));
