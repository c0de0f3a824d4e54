import { expect, type Page } from '@playwright/test';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { newPicture } from '../orders.ts';

export type SampleFile = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

export const createProof = (): SampleFile => ({ name: 'slip.png', mimeType: 'image/png', buffer: newPicture() });

/** Photo of a document or a selfie. PNG when the name ends so, otherwise JPEG. */
export async function createPhoto(name: string): Promise<SampleFile> {
  const kind = name.endsWith('.png') ? 'png' : 'jpeg';
  const picture = sharp({ create: { width: 900, height: 600, channels: 3, background: '#8aa39b' } });
  return { name, mimeType: `image/${kind}`, buffer: await picture.toFormat(kind).toBuffer() };
}

export async function createPdf(name: string, pages = ['Statement of account, November 2026']): Promise<SampleFile> {
  const document = new PDFDocument({ autoFirstPage: false, size: 'A4', info: { Title: 'Statement' } });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const bytes = new Promise<Buffer>((resolve) => document.on('end', () => resolve(Buffer.concat(parts))));
  for (const text of pages) document.addPage().fontSize(24).text(text);
  document.end();
  return { name, mimeType: 'application/pdf', buffer: await bytes };
}

/** Uploads like the browser and returns the id. `purpose` may name a submission. */
export async function upload(page: Page, purpose: string, file: SampleFile): Promise<string> {
  const headers = { 'content-type': 'application/octet-stream', 'x-file-name': file.name };
  const answer = await page.request.put(`/api/files?purpose=${purpose}`, { data: file.buffer, headers });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).id;
}
