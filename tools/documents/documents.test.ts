import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { messagesDocument, screensDocument } from './documents.ts';

test('the written list of messages is that of the code', () =>
  expect(readFileSync('docs/messages.md', 'utf8')).toBe(messagesDocument()));

test('the written list of screens is that of the code', () =>
  expect(readFileSync('docs/screens.md', 'utf8')).toBe(screensDocument()));
