import { randomBytes } from 'node:crypto';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';

/** A picture of coloured noise, so that it has something to lose. */
export function picture(width: number, height: number) {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
}

/** A photo as a phone makes it: lying on its side, with the place where it was taken. */
export const phonePhoto = (): Promise<Buffer> =>
  picture(120, 80)
    .withExif({
      IFD0: { Make: 'PhoneMaker-Canary', Orientation: '6' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '17/1 58/1 3/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '76/1 47/1 3/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

/** A PDF as a bank's program makes it; with a password when one is given. */
export const bankPdf = (userPassword?: string): Promise<Buffer> =>
  statement(new PDFDocument(userPassword ? { userPassword, pdfVersion: '1.7' } : {}));

/** The same, with words between the lines of its first page that no reader shows. */
export function pdfWithRemark(remark: string): Promise<Buffer> {
  const document = new PDFDocument({ compress: false });
  document.addContent(`% ${remark}`);
  return statement(document);
}

function statement(document: PDFKit.PDFDocument): Promise<Buffer> {
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  document.fontSize(14).text('Statement of account. Balance: J$ 120,000.00');
  document.addPage().text('Page 2');
  document.end();
  return new Promise((resolve) => document.on('end', () => resolve(Buffer.concat(parts))));
}
