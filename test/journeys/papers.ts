import { expect, type Page } from '@playwright/test';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { newPicture } from '../orders.ts';

/** The files that people give in a journey, as a browser's file chooser hands them over. */

export type Paper = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

/** A small picture, another one each time. The server makes every picture anew, so it is stored with another size. */
export const slip = (): Paper => ({ name: 'slip.png', mimeType: 'image/png', buffer: newPicture() });

/** A photo of a document: a PNG where the name says so, a JPEG otherwise, as every selfie is. */
export async function photo(name: string): Promise<Paper> {
  const kind = name.endsWith('.png') ? 'png' : 'jpeg';
  const picture = sharp({ create: { width: 900, height: 600, channels: 3, background: '#8aa39b' } });
  return { name, mimeType: `image/${kind}`, buffer: await picture.toFormat(kind).toBuffer() };
}

/** A paper as a bank sends it: a PDF with a page for each text. */
export async function paper(name: string, pages = ['Statement of account, November 2026']): Promise<Paper> {
  const document = new PDFDocument({ autoFirstPage: false, size: 'A4', info: { Title: 'Statement' } });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const whole = new Promise<Buffer>((resolve) => document.on('end', () => resolve(Buffer.concat(parts))));
  for (const text of pages) document.addPage().fontSize(24).text(text);
  document.end();
  return { name, mimeType: 'application/pdf', buffer: await whole };
}

/** Sends a file as the browser of whoever is signed in does; its id. `purpose` may name the submission it is for. */
export async function upload(page: Page, purpose: string, file: Paper): Promise<string> {
  const headers = { 'content-type': 'application/octet-stream', 'x-file-name': file.name };
  const answer = await page.request.put(`/api/files?purpose=${purpose}`, { data: file.buffer, headers });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).id;
}
