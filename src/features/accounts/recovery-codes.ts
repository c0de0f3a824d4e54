import { randomInt } from 'node:crypto';
import { getQueueKeys } from '../../platform/http/client-network.ts';
import { deriveInWorker } from '../../platform/jobs/password-work.ts';

/** Omits I, L, O, U, 0 and 1, which are easily confused. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeLength = 12;
const codeCount = 10;

/** Ten codes of twelve characters (58 bits each), in groups of four. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: codeCount }, () => {
    const code = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
    return code.replace(/(.{4})(?=.)/g, '$1-');
  });

export const normalizeCode = (input: string): string => input.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');

export const isRecoveryCode = (input: string): boolean => normalizeCode(input).length === codeLength;

/** Never change: stored codes were hashed with these parameters. */
const cost = { N: 16_384, r: 8, p: 1 } as const;

export type CodeOwner = { readonly userId: string; readonly ip: string };

/** Deliberately slow. The salt binds the hash to the account. */
export async function hashRecoveryCode(code: string, { userId, ip }: CodeOwner): Promise<string> {
  const derivation = { secret: normalizeCode(code), salt: `recovery ${userId}`, bytes: 32, cost };
  return (await deriveInWorker(getQueueKeys(ip, userId), [derivation])).join('');
}
