import { readFileSync, writeFileSync } from 'node:fs';
import PDFDocument from 'pdfkit';
import { afterAll, expect, test } from 'vitest';
import { smallDisk } from '../../lab/scale/small-disk.ts';
import { createPicture } from '../files/good-files.ts';
import { newPicture } from '../orders.ts';
import { signInDemoUser } from './customer.ts';
import { createDatabase } from './fresh-database.ts';
import { createDataFolder, start } from './product.ts';
import { startInProcess } from './run-in-process.ts';

const testAsRoot = test.skipIf(process.getuid?.() !== 0 || process.platform !== 'linux');
const steps: (() => unknown)[] = [];
afterAll(async () => {
  for (const step of steps) await step();
});

testAsRoot('a full disk rejects an upload with a retry hint, and accepts it when there is space again', async () => {
  const disk = smallDisk(4, (step) => steps.push(step));
  const database = await createDatabase('demo');
  const origin = await startInProcess(database.url, { DATA_DIR: disk.folder });
  const cookie = await signInDemoUser(origin, 'tier2');
  const send = async () => {
    const answer = await fetch(`${origin}/api/files?purpose=transaction-proof`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'slip.png', cookie },
      body: new Uint8Array(newPicture()),
    });
    return { status: answer.status, ...((await answer.json()) as { code?: string }) };
  };
  expect((await send()).status).toBe(200);
  disk.fill();
  expect(await send()).toMatchObject({ status: 503, code: 'general.unavailable' });
  disk.empty();
  expect((await send()).status).toBe(200);
});

const megabyte = 1024 * 1024;

/** Resident memory in MB now, and its peak since {@link forgetPeak}. */
function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  return { now: read('VmRSS'), peak: read('VmHWM') };
}
const forgetPeak = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5');

async function largeFiles(): Promise<Buffer[]> {
  const photo = await createPicture(3_700, 2_775).jpeg({ quality: 92 }).toBuffer();
  const drawing = await createPicture(1_900, 1_780).png().toBuffer();
  const scan = await pdfOf(await createPicture(3_700, 2_775).jpeg({ quality: 92 }).toBuffer());
  return [photo, drawing, scan];
}
function pdfOf(image: Buffer): Promise<Buffer> {
  const document = new PDFDocument();
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  document.image(image, { width: 400 });
  document.end();
  return new Promise((resolve) => document.on('end', () => resolve(Buffer.concat(parts))));
}

test('ten parallel uploads of large files increase memory by less than half', async () => {
  const product = await start({ DATA_DIR: createDataFolder() });
  const cookie = await signInDemoUser(product.origin, 'tier2');
  const files = await largeFiles();
  for (const file of files) expect(file.length).toBeGreaterThan(8 * megabyte);
  const put = (body: Buffer) =>
    fetch(`${product.origin}/api/files?purpose=transaction-proof`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'paper', cookie },
      body: new Uint8Array(body),
    });
  for (const file of files) expect((await put(file)).status).toBe(200);
  const idle = memoryOf(product.pid).now;
  forgetPeak(product.pid);
  const ten = [...files, ...files, ...files, ...files.slice(0, 1)];
  const answers = await Promise.all(ten.map(put));
  expect(answers.map(({ status }) => status)).toEqual(ten.map(() => 200));
  expect(memoryOf(product.pid).peak / idle).toBeLessThan(1.5);
}, 120_000);
