import { randomUUID } from 'node:crypto';
import { getRule, type Purpose } from '../../src/features/documents/purposes.ts';
import type { TestServer } from '../worker.ts';

export type Sent = { id: string; name: string; bytes: number; mime: string; state: 'clean' | 'being_checked' };

/** Sends a file like the browser. Identity documents need a submission: the named one or a new one. */
export async function sendFile(
  { app }: TestServer,
  cookie: string,
  file: { purpose: Purpose; bytes: Buffer; submission?: string; name?: string },
) {
  const { purpose, bytes, submission = randomUUID(), name = 'paper.jpg' } = file;
  const of = getRule(purpose).identity ? `&submission=${submission}` : '';
  const answer = await app.inject({
    method: 'PUT',
    url: `/api/files?purpose=${purpose}${of}`,
    headers: { 'content-type': 'application/octet-stream', cookie, 'x-file-name': name },
    payload: bytes,
  });
  return { status: answer.statusCode, body: answer.json<Sent & { code?: string; text?: string }>() };
}

export async function readFileAs(server: TestServer, cookie: string, fileId: string) {
  const { status, body } = await server.call<{ url: string; code?: string }>('documents/link', { fileId }, cookie);
  if (status !== 200) return { status, code: body.code, headers: {}, bytes: Buffer.alloc(0) };
  const answer = await server.app.inject({ url: body.url, headers: { cookie } });
  return { status: answer.statusCode, code: undefined, headers: answer.headers, bytes: answer.rawPayload };
}
