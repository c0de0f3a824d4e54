type FamilyRow = {
  /** In the form of a scam report. */
  readonly name: string;
  /** In scam warnings. */
  readonly shortName: string;
  /** False when the letter case of an address is only a checksum. */
  readonly isCaseSensitive: boolean;
  /** False when a typing mistake can yield another valid address. */
  readonly hasChecksum: boolean;
};

/** Address formats. `address-families.ts` contains the check of each. */
export const addressFamilyRows = {
  bitcoin: { name: 'Bitcoin', shortName: 'Bitcoin', isCaseSensitive: true, hasChecksum: true },
  evm: {
    name: 'Ethereum, BSC and similar',
    shortName: 'Ethereum and similar',
    isCaseSensitive: false,
    hasChecksum: true,
  },
  tron: { name: 'Tron', shortName: 'Tron', isCaseSensitive: true, hasChecksum: true },
  solana: { name: 'Solana', shortName: 'Solana', isCaseSensitive: true, hasChecksum: false },
  xrp: { name: 'XRP Ledger', shortName: 'XRP', isCaseSensitive: true, hasChecksum: true },
} as const satisfies Record<string, FamilyRow>;

export type AddressFamily = keyof typeof addressFamilyRows;
export const addressFamilies = Object.keys(addressFamilyRows) as AddressFamily[];
export const isAddressFamily = (text: string): text is AddressFamily => Object.hasOwn(addressFamilyRows, text);
