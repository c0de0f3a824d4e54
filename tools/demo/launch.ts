import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { purposes } from '../../src/features/documents/purposes.ts';
import { insertArriving, setFileState } from '../../src/features/documents/store.ts';
import { after, hours } from '../../src/kernel/clock.ts';
import type { Db } from '../../src/platform/database/database.ts';
import { openPrivateFiles, storeEncrypted } from '../../src/platform/files/private-files.ts';
import type { Where } from './submissions.ts';

const paper = fileURLToPath(new URL('irie-coin.docx', import.meta.url));
const purpose = 'launch-whitepaper';

/** Inserts a launch submission that waits for review. */
export async function insertLaunch(tx: Db, where: Where, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from profiles where email = 'tier2@demo.test'`.execute(tx);
  const userId = rows[0]?.id;
  if (!userId) return;
  const at = after(now, -hours(20));
  const files = openPrivateFiles(where);
  const id = randomUUID();
  const bytes = await readFile(paper);
  const file = {
    id,
    userId,
    purpose,
    submissionId: null,
    name: 'Irie Coin.docx',
    bytes: bytes.length,
    createdAt: at,
    path: purposes[purpose].path({ userId, fileId: id, submissionId: id, extension: 'docx', at }),
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    keyId: files.keys.current,
    uploadId: null,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
  await insertArriving(tx, file);
  await storeEncrypted(files, paper, file);
  await setFileState(tx, id, { from: 'arriving', to: 'clean' });
  await sql`insert into launch_submissions (user_id, coin_name, idea, community_links, whitepaper_file, created_at,
      waits_since, idempotency_key, request_hash)
    values (${userId}, 'Irie Coin', 'Farmers get paid on the day they deliver, in a coin that the market accepts.',
      '{https://irie-coin.example}', ${id}, ${at}, ${at}, ${randomUUID()}, 'demo')`.execute(tx);
}
