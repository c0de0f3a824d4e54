import { randomBytes } from 'node:crypto';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';

/** Picture of coloured noise, so that recompressing it changes its bytes. */
export function createPicture(width: number, height: number) {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
}

export const createPhonePhoto = (): Promise<Buffer> =>
  createPicture(120, 80)
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

export const createBankPdf = (userPassword?: string): Promise<Buffer> =>
  statement(new PDFDocument(userPassword ? { userPassword, pdfVersion: '1.7' } : {}));

export const encryptingVersions = ['1.3', '1.4', '1.6', '1.7ext3'] as const;
type Encrypting = { readonly version: (typeof encryptingVersions)[number]; readonly userPassword?: string };

export const createOwnedPdf = ({ version, ...options }: Encrypting): Promise<Buffer> =>
  statement(new PDFDocument({ pdfVersion: version, ownerPassword: 'of the bank', permissions: {}, ...options }));

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
