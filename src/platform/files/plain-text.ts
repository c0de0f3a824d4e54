import { readFile } from 'node:fs/promises';

/** Whether a file is a text: UTF-8, and no control signs but tabs and ends of lines. */
export async function isPlainText(path: string): Promise<boolean> {
  const bytes = await readFile(path);
  try {
    return !/[^\P{Cc}\t\r\n]/u.test(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return false;
  }
}
