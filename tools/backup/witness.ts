import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { query } from './cluster.ts';
import { visitor } from './visitor.ts';

type Line = { readonly id: string; readonly tier: number };
type Item = { readonly facts: readonly (readonly [string, string])[]; readonly file: { readonly id: string } | null };

/** Decrypted numbers and hashes of the documents of a submission, as staff read them. */
export type Submission = { readonly facts: string; readonly documents: string };

const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Reads the demo's pending tier 1 submission as compliance. */
export async function readSubmission(origin: string): Promise<Submission> {
  const desk = await visitor(origin, 'compliance');
  const { lines } = await desk.ask<{ lines: Line[] }>('identity/queue', {});
  const line = lines.find(({ tier }) => tier === 1);
  if (!line) throw new Error('no tier 1 submission is pending');
  const { items } = await desk.ask<{ items: Item[] }>('identity/submission', { submissionId: line.id });
  const fileIds = items.flatMap(({ file }) => file?.id ?? []);
  const read = await Promise.all(
    fileIds.map(async (id) => `${id} ${digest((await desk.read(id)) ?? Buffer.alloc(0))}`),
  );
  return {
    facts: items.flatMap(({ facts }) => facts.map((fact) => fact.join(': '))).join('\n'),
    documents: read.join('\n'),
  };
}

export const ordersIn = async (url: string): Promise<string[]> =>
  (await query<{ id: string }>(url, 'select id from transactions order by id')).map(({ id }) => id);

/** Anchor of the last audit entry, `SEQ:HASH`, to be stored outside the database. */
export async function anchorOf(origin: string): Promise<string> {
  const { bytes } = await (await visitor(origin, 'compliance')).get('/api/audit.ndjson');
  const lines = bytes.toString().trimEnd().split('\n');
  const { last, hash } = JSON.parse(lines.at(-1) ?? '{}') as { last?: string; hash?: string };
  if (!last || !hash) throw new Error('the exported audit log has no last seal');
  return `${last}:${hash}`;
}

/** Exports the log up to an anchor and runs `npm run audit:verify` on it. */
export async function verifyChain(
  origin: string,
  anchor: string,
  file: string,
): Promise<{ status: number; said: string }> {
  const until = anchor.split(':')[0];
  const { bytes } = await (await visitor(origin, 'compliance')).get(`/api/audit.ndjson?until=${until}`);
  writeFileSync(file, bytes);
  const args = [resolve('tools/audit-verify.ts'), file, '--anchor', anchor];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status: status ?? 1, said: `${stdout}${stderr}`.trim() };
}
