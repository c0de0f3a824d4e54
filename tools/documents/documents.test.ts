import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSources } from '../tidy/source.ts';
import { messagesDocument, roomsDocument, screensDocument } from './documents.ts';

test('the written list of messages is that of the code', () =>
  expect(readFileSync('docs/messages.md', 'utf8')).toBe(messagesDocument()));

test('the written list of screens is that of the code', () =>
  expect(readFileSync('docs/screens.md', 'utf8')).toBe(screensDocument()));

test('the drawn map of the rooms is that of the code', () =>
  expect(readFileSync('docs/rooms.md', 'utf8')).toBe(roomsDocument(readSources())));
