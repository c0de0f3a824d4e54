import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseUploadResponse, type StoredFile } from '../../src/ui/send-file.ts';
import type { UploadResult } from '../../src/ui/upload-rules.ts';
import { createBankPdf, createPhonePhoto, createPicture } from '../../test/files/good-files.ts';
import { createDocx } from '../../test/files/word.ts';
import { signInDemoUser } from '../../test/reliability/customer.ts';
import { createDataFolder, createStage, start } from '../../test/reliability/product.ts';
import type { RunScenario } from './scenarios.ts';

const loadPrograms = 40;
const files = 50;
const customers = ['tier1', 'tier2', 'enhanced', 'applicant'] as const;

const fileKinds = [
  { label: 'PDF', purpose: 'transaction-proof', create: () => createBankPdf() },
  { label: 'photo', purpose: 'transaction-proof', create: createPhonePhoto },
  {
    label: 'photo of 4 megapixels',
    purpose: 'transaction-proof',
    create: () => createPicture(2_000, 2_000).jpeg().toBuffer(),
  },
  { label: 'screenshot', purpose: 'source-of-funds', create: () => createPicture(900, 600).png().toBuffer() },
  { label: 'Word file', purpose: 'launch-whitepaper', create: async () => createDocx() },
] as const;

type Sending = { readonly origin: string; readonly cookie: string; readonly purpose: string; readonly bytes: Buffer };

/** Uploads like a browser: a retry continues after the bytes that the server already has. */
async function sendAsBrowser({ origin, cookie, purpose, bytes }: Sending) {
  const upload = randomUUID();
  let result: UploadResult<StoredFile> = { kind: 'lost' };
  let tries = 0;
  for (let arrived = 0; tries < 6; ) {
    tries++;
    const rest = bytes.subarray(arrived);
    const headers = { cookie, 'content-type': 'application/octet-stream', 'x-file-name': 'paper', 'upload-id': upload };
    const range = { 'upload-offset': String(arrived), 'upload-length': String(bytes.length) };
    const request = { method: 'PUT', headers: { ...headers, ...range }, body: new Uint8Array(rest) };
    const answer = await fetch(`${origin}/api/files?purpose=${purpose}`, request);
    result = parseUploadResponse(answer.status, await answer.text());
    if (result.kind !== 'lost') break;
    await sleep(1_000 * tries);
    const found = await fetch(`${origin}/api/uploads/${upload}`, { headers: { cookie } });
    if (found.ok) arrived = ((await found.json()) as { bytes: number }).bytes;
  }
  return { result, tries };
}

export const busy: RunScenario = async ({ report, number, beforeEnd, calm }) => {
  await calm();
  const product = await start({ DATA_DIR: createDataFolder(), MODE: 'demo', LOG_LEVEL: 'error' }, createStage());
  const { origin } = product;
  const cookies = await Promise.all(customers.map((name) => signInDemoUser(origin, name)));
  const samples = await Promise.all(
    Array.from({ length: files }, async (_, n) => {
      const { label, purpose, create } = fileKinds[n % fileKinds.length] ?? fileKinds[0];
      return { label, purpose, bytes: await create() };
    }),
  );
  const seconds = Math.round(number('minutes', 4) * 60);
  const load = spawn('stress-ng', ['--cpu', String(loadPrograms), '--timeout', `${seconds}s`, '--quiet'], {
    stdio: 'ignore',
  });
  beforeEnd(() => load.kill());
  await once(load, 'spawn');
  const [queue, startedAt] = [[...samples.entries()], performance.now()];
  const outcomes: { label: string; tries: number; took: number; result: UploadResult<StoredFile> }[] = [];
  const client = async (cookie: string) => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [from, { label, ...file }] = [performance.now(), next[1]];
      outcomes.push({ label, ...(await sendAsBrowser({ origin, cookie, ...file })), took: performance.now() - from });
    }
  };
  await Promise.all(cookies.map(client));
  const took = Math.round((performance.now() - startedAt) / 1_000);
  const isLoaded = load.exitCode === null;
  load.kill();
  const slowest = Math.round(Math.max(...outcomes.map((one) => one.took)) / 1_000);
  report.print(`${files} files over ${customers.length} connections in ${took} s, the slowest in ${slowest} s`);
  report.check(
    isLoaded,
    `${loadPrograms} programs use the cores until the last file is through`,
    isLoaded ? 'yes' : 'no',
  );
  const refused = outcomes.filter(({ result }) => result.kind === 'refused');
  const messages = refused.map(({ label, result }) => `${label}: ${'text' in result ? result.text : ''}`);
  report.check(refused.length === 0, 'no sound file is called damaged', messages.join('; ') || '0 refused');
  const countSent = (maxTries: number) =>
    outcomes.filter(({ result, tries }) => result.kind === 'sent' && tries <= maxTries).length;
  report.check(
    countSent(2) === files,
    'each is taken at the first or second try',
    `${countSent(1)} at the first, ${countSent(2) - countSent(1)} at the second, ${files - countSent(2)} later or not`,
  );
  await product.end('SIGTERM');
};
