import { describe, expect, test } from 'vitest';
import {
  choosable,
  failedTitle,
  lostWords,
  refusalOf,
  sendWithRetry,
  smallerSize,
  type Try,
  uploadUrl,
} from './upload-rules.ts';

const megabytes = (count: number) => count * 1024 * 1024;

describe('before a file is sent', () => {
  test('ten megabytes may be sent, one byte more may not', () => {
    expect(refusalOf({ size: megabytes(10), type: 'image/png' }, 'proof')).toBeNull();
    expect(refusalOf({ size: megabytes(10) + 1, type: 'image/png' }, 'proof')).toEqual({
      title: 'File Too Large',
      text: 'File must be less than 10MB',
    });
  });

  test('a proof is an image or a PDF', () => {
    expect(refusalOf({ size: 1, type: 'application/pdf' }, 'proof')).toBeNull();
    expect(refusalOf({ size: 1, type: 'image/tiff' }, 'proof')).toEqual({
      title: 'Invalid file',
      text: 'Accepted: images or PDF. Max 10MB.',
    });
  });

  test('a picture is not a PDF, and an empty file is no file', () => {
    expect(refusalOf({ size: 1, type: 'application/pdf' }, 'image')?.title).toBe('Invalid file');
    expect(refusalOf({ size: 0, type: 'image/png' }, 'image')?.title).toBe('Invalid file');
  });
});

describe('a document of Word', () => {
  const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  test('is taken by its kind, or by its name where the device knows no kind', () => {
    for (const file of [{ type: docx }, { type: 'application/msword' }, { type: '', name: 'Paper.DOCX' }])
      expect(refusalOf({ size: megabytes(10), ...file }, 'word')).toBeNull();
    for (const file of [
      { type: '', name: 'paper.pdf' },
      { type: 'application/pdf', name: 'paper.docx' },
    ])
      expect(refusalOf({ size: 1, ...file }, 'word')).toEqual({
        title: 'Invalid file',
        text: 'Accepted: Word documents (.doc or .docx). Max 10MB.',
      });
    expect(refusalOf({ size: megabytes(10) + 1, type: docx }, 'word')?.title).toBe('Invalid file');
    expect(choosable('word')).toContain('.docx');
    expect(refusalOf({ size: 1, type: '', name: 'a.docx' }, 'proof')?.title).toBe('Invalid file');
  });

  test('that is no good is an invalid file; what failed on the way is a failed upload', () => {
    expect(failedTitle('word', 'Invalid file')).toBe('Invalid file');
    expect(failedTitle('word', 'File Too Large')).toBe('Invalid file');
    for (const said of ['Upload Failed', 'Error', undefined]) expect(failedTitle('word', said)).toBe('Upload failed');
    expect(failedTitle('proof', undefined)).toBe('Upload Failed');
    expect(failedTitle('proof', 'Error')).toBe('Error');
  });
});

describe('a photo before it is sent', () => {
  test('has a long side of at most 2000 pixels and keeps its shape', () => {
    expect(smallerSize(4000, 3000)).toEqual({ width: 2000, height: 1500 });
    expect(smallerSize(3000, 8000)).toEqual({ width: 750, height: 2000 });
    expect(smallerSize(9000, 1)).toEqual({ width: 2000, height: 1 });
  });

  test('stays as it is when it is small enough', () => {
    expect(smallerSize(2000, 1500)).toBeNull();
    expect(smallerSize(10, 10)).toBeNull();
  });

  test('goes where its purpose and its submission say', () => {
    expect(uploadUrl('transaction-proof')).toBe('/api/files?purpose=transaction-proof');
    expect(uploadUrl('kyc-id', 'a&b')).toBe('/api/files?purpose=kyc-id&submission=a%26b');
  });

  test('of another kind than PDF, JPG or PNG is named where only these are taken', () => {
    expect(refusalOf({ size: 1, type: 'image/webp' }, 'official')?.text).toBe('Unsupported file type: image/webp');
    expect(refusalOf({ size: 1, type: '' }, 'official')?.text).toBe('Unsupported file type: unknown');
  });
});

describe('a file that was lost on its way', () => {
  const desktop = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)', maxTouchPoints: 0 };
  const mac = { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', maxTouchPoints: 0 };
  const phone = { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)', maxTouchPoints: 5 };

  test('is told in other words on an iPhone or iPad, which calls itself a Mac', () => {
    expect(lostWords('proof', desktop)).toBe(lostWords('proof', mac));
    expect(lostWords('proof', phone)).toContain('stay on this page');
    expect(lostWords('proof', { ...mac, maxTouchPoints: 5 })).toBe(lostWords('proof', phone));
  });

  test('and proves a plan or place is told in its own words everywhere', () => {
    expect(lostWords('payment', phone)).toBe(lostWords('transfer', desktop));
    expect(lostWords('payment', desktop)).toContain('Network error while uploading proof.');
  });
});

describe('while a file is sent', () => {
  async function run(answers: Try<string>[]) {
    const waits: number[] = [];
    let sent = 0;
    const result = await sendWithRetry(
      async () => answers[sent++] ?? { kind: 'lost' },
      async (ms) => void waits.push(ms),
    );
    return { result, waits, sent };
  }
  const lost: Try<string> = { kind: 'lost' };

  test('a lost connection is tried again after one second and after two', async () => {
    const { result, waits } = await run([lost, lost, { kind: 'sent', file: 'f1' }]);
    expect(result).toEqual({ kind: 'sent', file: 'f1' });
    expect(waits).toEqual([1000, 2000]);
  });

  test('after three lost tries it is given up', async () => {
    const { result, sent } = await run([]);
    expect(result).toEqual(lost);
    expect(sent).toBe(3);
  });

  test('a line that brings something each time is not given up', async () => {
    const at = (arrived: number): Try<string> => ({ kind: 'lost', arrived });
    const { result, waits, sent } = await run([at(0), at(5), at(9), at(9), at(9), at(9)]);
    expect([result, sent]).toEqual([at(9), 5]);
    expect(waits).toEqual([1000, 1000, 1000, 2000]);
  });

  test('a refusal is not tried again', async () => {
    const { sent } = await run([{ kind: 'refused', text: 'Unsupported file type: image/tiff' }]);
    expect(sent).toBe(1);
  });

  test('nothing is sent again once somebody left', async () => {
    const { sent } = await run([lost, { kind: 'left' }]);
    expect(sent).toBe(2);
  });
});
