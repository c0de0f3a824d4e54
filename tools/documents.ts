import { writeFileSync } from 'node:fs';
import { messagesDocument, screensDocument } from './documents/documents.ts';

/** Writes the two documents that are drawn from the code. */
writeFileSync('docs/messages.md', messagesDocument());
writeFileSync('docs/screens.md', screensDocument());
