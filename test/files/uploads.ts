import { randomUUID } from 'node:crypto';
import { type Purpose, ruleOf } from '../../src/features/documents/purposes.ts';
import type { TestServer } from '../worker.ts';

export type Sent = { id: string; name: string; bytes: number; mime: string; state: 'clean' | 'being_checked' };

/** Sends a file as the browser does; papers of an identity check for a submission, a new one unless it is named. */
export async function send(
  { app }: TestServer,
  cookie: string,
  file: { purpose: Purpose; bytes: Buffer; submission?: string; name?: string; ip?: string },
) {
  const { purpose, bytes, submission = randomUUID(), name = 'paper.jpg', ip } = file;
  const of = ruleOf(purpose).identity ? `&submission=${submission}` : '';
  const answer = await app.inject({
    method: 'PUT',
    url: `/api/files?purpose=${purpose}${of}`,
    ...(ip && { remoteAddress: ip }),
    headers: { 'content-type': 'application/octet-stream', cookie, 'x-file-name': name },
    payload: bytes,
  });
  return { status: answer.statusCode, body: answer.json<Sent & { code?: string; text?: string }>() };
}

/** Reads a file as its reader does: asks for a link, and follows it. */
export async function read(server: TestServer, cookie: string, fileId: string) {
  const { status, body } = await server.call<{ url: string; code?: string }>('documents/link', { fileId }, cookie);
  if (status !== 200) return { status, code: body.code, headers: {}, bytes: Buffer.alloc(0) };
  const answer = await server.app.inject({ url: body.url, headers: { cookie } });
  return { status: answer.statusCode, code: undefined, headers: answer.headers, bytes: answer.rawPayload };
}
