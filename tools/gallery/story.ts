import type { ReactNode } from 'react';

export type Story = Readonly<Record<string, ReactNode>>;

/** Stories by component. A story with a modal dialog has one state. */
export type Stories = Readonly<Record<string, Story>>;

export const longWord = 'Wwwwwmmmmm'.repeat(5);
export const longText = `Half Way Tree Road, Kingston 10, Saint Andrew, and one word that has no end: ${longWord}`;
export const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
export const doNothing = (): void => undefined;
