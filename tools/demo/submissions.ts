import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { isPurpose, type Purpose, purposes } from '../../src/features/documents/purposes.ts';
import { insertArriving, setFileState } from '../../src/features/documents/store.ts';
import { filePurpose, type ItemCode } from '../../src/features/kyc/items.ts';
import { type Data, encryptField, getFileData } from '../../src/features/kyc/submission-data.ts';
import { insertSubmission } from '../../src/features/kyc/submission-store.ts';
import { after, hours } from '../../src/kernel/clock.ts';
import type { Config } from '../../src/platform/config/config.ts';
import { deriveEncryptionKey } from '../../src/platform/database/column-encryption.ts';
import type { Db } from '../../src/platform/database/database.ts';
import { openPrivateFiles, storeEncrypted } from '../../src/platform/files/private-files.ts';

export type Where = Pick<Config, 'dataDir' | 'files' | 'authSecret' | 'fieldSecret'>;

type DemoSubmission = {
  readonly email: string;
  readonly tier: 1 | 2;
  readonly hoursAgo: number;
  /** Items with the function that creates their data. Documents are drawn. */
  readonly items: readonly (readonly [ItemCode, (userId: string, where: Where) => Data])[];
};

const sealed = (field: 'id_number' | 'trn_number', text: string) => (userId: string, where: Where) => ({
  [field]: encryptField([deriveEncryptionKey(where.fieldSecret ?? where.authSecret)], text, { field, userId }),
});
const nothing = () => ({});

/** Two submissions that wait for staff: one from this morning, one past the 24-hour promise. */
const submissions: readonly DemoSubmission[] = [
  {
    email: 'traveller@demo.test',
    tier: 1,
    hoursAgo: 3,
    items: [
      [
        'personal_details',
        () => ({
          full_name: 'Trevor Bailey',
          date_of_birth: '1990-04-12',
          phone_number: '+18765550100',
          address: '12 Logwood Close\nKingston 6',
        }),
      ],
      ['id_document', (...at) => ({ id_type: 'passport', ...sealed('id_number', 'A0000042')(...at) })],
      ['trn_document', sealed('trn_number', '100000042')],
      ['selfie', nothing],
    ],
  },
  {
    email: 'applicant@demo.test',
    tier: 2,
    hoursAgo: 27,
    items: [
      [
        'employment',
        () => ({
          employment_status: 'employed',
          employer_name: 'Half Way Tree Primary',
          job_title: 'Teacher',
          monthly_income: '185000.00',
          source_of_funds: 'employment',
        }),
      ],
      ['address_proof', nothing],
      ['income_proof', nothing],
    ],
  },
];

/** Inserts the submissions, with encrypted documents and ID numbers. */
export async function insertSubmissions(tx: Db, where: Where, now: Date): Promise<void> {
  for (const each of submissions) {
    const { rows } = await sql<{ id: string }>`select id from profiles where email = ${each.email}`.execute(tx);
    const userId = rows[0]?.id;
    if (userId) await insertDemoSubmission(tx, each, { userId, where, at: after(now, -hours(each.hoursAgo)) });
  }
}

type About = { readonly userId: string; readonly where: Where; readonly at: Date };

async function insertDemoSubmission(tx: Db, { tier, items }: DemoSubmission, about: About): Promise<void> {
  const { userId, where, at } = about;
  const id = randomUUID();
  const data: Record<string, unknown> = {};
  const rows = [];
  for (const [item, says] of items) {
    const purpose = filePurpose(tier, item);
    const file = isPurpose(purpose) ? await keep(tx, { ...about, purpose, submissionId: id }) : null;
    Object.assign(data, says(userId, where), getFileData(item, file));
    rows.push({ item, state: 'pending' as const, fileId: file?.id ?? null, carriedFrom: null });
  }
  const declared = { pep: false, pepDetails: null, dueDiligence: false, dueDiligenceReason: null };
  const rest = { fundsDeclared: null, flags: [], risk: null };
  const requestHash = createHash('sha256').update(id).digest('hex');
  await insertSubmission(tx, {
    id,
    userId,
    tier,
    at,
    data,
    requestHash,
    declared: { ...declared, ...rest },
    items: rows,
  });
}

type Paper = About & { readonly purpose: Purpose; readonly submissionId: string };

async function keep(tx: Db, { userId, where, at, purpose, submissionId }: Paper) {
  const files = openPrivateFiles(where);
  const id = randomUUID();
  const folder = await mkdtemp(join(tmpdir(), 'cryptocommerce-paper-'));
  try {
    const drawing = join(folder, 'paper.jpg');
    const bytes = await drawDocument(purpose);
    await writeFile(drawing, bytes);
    const place = { userId, fileId: id, submissionId, extension: 'jpg', at };
    const file = {
      id,
      userId,
      purpose,
      submissionId,
      path: purposes[purpose].path(place),
      name: `${purpose}.jpg`,
      mime: 'image/jpeg',
      bytes: bytes.length,
      keyId: files.keys.current,
      createdAt: at,
      uploadId: null,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    };
    await insertArriving(tx, file);
    await storeEncrypted(files, drawing, file);
    await setFileState(tx, id, { from: 'arriving', to: 'clean' });
    return file;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Draws a document, or a face for the selfie. Without text, so that missing fonts do not matter. */
function drawDocument(purpose: Purpose): Promise<Buffer> {
  const face = `<circle cx="300" cy="330" r="150" fill="#a9744f"/><rect x="140" y="500" width="320" height="300"
    rx="120" fill="#2f6b52"/><circle cx="250" cy="310" r="14"/><circle cx="350" cy="310" r="14"/>
    <rect x="480" y="480" width="280" height="180" rx="12" fill="#e8e2d2" stroke="#333" stroke-width="4"/>
    <rect x="500" y="510" width="70" height="90" fill="#a9744f"/>`;
  const lines = Array.from({ length: 9 }, (_, n) => {
    const width = 620 - ((n * 137) % 240);
    return `<rect x="90" y="${210 + n * 44}" width="${width}" height="14" rx="7" fill="#7c8580"/>`;
  });
  const paper = `<rect x="50" y="60" width="800" height="640" rx="18" fill="#f7f3e7" stroke="#333" stroke-width="4"/>
    <rect x="50" y="60" width="800" height="90" rx="18" fill="#2f6b52"/>${lines.join('')}`;
  const content = purpose === 'kyc-selfie' ? face : paper;
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="760"><rect width="900" height="760"
    fill="#c9d6cc"/>${content}</svg>`;
  return sharp(Buffer.from(page)).jpeg({ quality: 85 }).toBuffer();
}
