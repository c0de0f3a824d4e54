/** Object that a Solana wallet adds to the pages of its browser. */
type BrowserWallet = {
  readonly connect: () => Promise<{ readonly publicKey: { toString(): string } } | undefined>;
  readonly publicKey?: { toString(): string } | null;
  readonly signMessage: (text: Uint8Array, display: 'utf8') => Promise<{ readonly signature: Uint8Array } | Uint8Array>;
};

type WalletWindow = {
  readonly phantom?: { readonly solana?: BrowserWallet };
  readonly solflare?: BrowserWallet;
  readonly backpack?: BrowserWallet;
  readonly solana?: BrowserWallet;
};

export function findBrowserWallet(): BrowserWallet | null {
  const { phantom, solflare, backpack, solana } = window as unknown as WalletWindow;
  return phantom?.solana ?? solana ?? solflare ?? backpack ?? null;
}

/** Asks for the address of the wallet. Rejects when the customer declines. */
export async function connectWallet(wallet: BrowserWallet): Promise<string> {
  const connected = await wallet.connect();
  return (connected?.publicKey ?? wallet.publicKey)?.toString() ?? '';
}

/** Returns the signature in base64. Rejects when the customer declines. */
export async function signWithWallet(wallet: BrowserWallet, text: string): Promise<string> {
  const signed = await wallet.signMessage(new TextEncoder().encode(text), 'utf8');
  return btoa(String.fromCharCode(...(signed instanceof Uint8Array ? signed : signed.signature)));
}
