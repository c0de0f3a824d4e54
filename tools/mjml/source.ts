import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export const layoutSource = 'src/kernel/email-layout.mjml';
export const layoutFile = 'src/kernel/email-layout.json';

/** Hash of the layout's source and of MJML's versions. The compiled layout contains it, so a test sees an old one. */
export function hashLayoutSource(): string {
  const hash = createHash('sha256');
  for (const file of [layoutSource, 'tools/mjml/package-lock.json']) hash.update(readFileSync(file));
  return hash.digest('hex');
}
