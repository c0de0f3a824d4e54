import { randomInt } from 'node:crypto';
import { whoseOf } from '../../platform/connection.ts';
import { deriveApart } from '../../platform/password-work.ts';

/** Without I, L, O, U, 0 and 1, which people take for each other. */
const signs = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 12;
const many = 10;

/** Ten fresh codes of twelve signs (58 bits each), in groups of four. They are shown once and kept as hashes. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: many }, () => {
    const drawn = Array.from({ length }, () => signs[randomInt(signs.length)]).join('');
    return drawn.replace(/(.{4})(?=.)/g, '$1-');
  });

/** What somebody typed, without the spaces, dashes and small letters that people add. */
export const plainCode = (typed: string): string => typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');

/** Whether this has the shape of a recovery code. */
export const isRecoveryCode = (typed: string): boolean => plainCode(typed).length === length;

/** The cost at which codes have always been kept. */
const cost = { N: 16_384, r: 8, p: 1 } as const;

/** Whose code it is, and from which address they come: there they wait for their turn. */
export type CodeOf = { readonly userId: string; readonly ip: string };

/** The stored form of a code: slow on purpose, and of no use for another account. */
export async function hashRecoveryCode(code: string, { userId, ip }: CodeOf): Promise<string> {
  const asked = { secret: plainCode(code), salt: `recovery ${userId}`, bytes: 32, cost };
  return (await deriveApart(whoseOf(ip, userId), [asked])).join('');
}
