/** Addresses without a private key, or with a published key. Maintained by hand. */
export type UnownedList = {
  readonly source: string;
  readonly checkedOn: string;
  readonly burn_address: readonly string[];
  readonly token_contract: readonly string[];
};

export const unownedAddresses = {
  bitcoin: {
    source: 'Bitcoin Wiki: proof of burn; the hash of an empty key was computed',
    checkedOn: '2026-11-28',
    burn_address: [
      '1BitcoinEaterAddressDontSendf59kuE',
      '1HT7xU2Ngenf7D4yocz2SAcnNLW7rK8d4E',
      // The published private key 1 with compressed and uncompressed public key, and the example of BIP 173
      '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH',
      '1EHNa6Q4Jz2uvNExL497mE43ikXhwF6kZm',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    ],
    token_contract: [],
  },
  evm: {
    source: 'Token pages of etherscan.io, bscscan.com, polygonscan.com, basescan.org, arbiscan.io and snowtrace.io',
    checkedOn: '2026-11-28',
    burn_address: [
      '0xdEAD000000000000000042069420694206942069',
      '0xdcc703c0E500B653Ca82273B7BFAd8045D85a470',
      // The published private keys 1 to 3 and the first accounts of Hardhat
      '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
      '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF',
      '0x6813Eb9362372EEF6200f3b1dbC3f819671cBA69',
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    ],
    token_contract: [
      // Ethereum: USDT, USDC, WETH, DAI, WBTC, stETH, LINK, UNI, SHIB, BNB, MATIC
      '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
      '0x6B175474E89094C44Da98b954EedeAC495271d0F',
      '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599',
      '0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84',
      '0x514910771AF9Ca656af840dff83E8264EcF986CA',
      '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984',
      '0x95aD61b0a150d79219dCF64E1E6Cc01f0B64C4cE',
      '0xB8c77482e45F1F44dE1745F52C74426C631bDD52',
      '0x7D1AfA7B718fb893dB30A3aBc0Cfc608AaCfeBB0',
      // Ethereum: Uniswap routers, Permit2, the deposit contract of staking, the ENS registry
      '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
      '0xE592427A0AEce92De3Edee1F18E0157C05861564',
      '0x000000000022D473030F116dDEE9F6B43aC78BA3',
      '0x00000000219ab540356cBB839Cbe05303d7705Fa',
      '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
      // BSC: BTCB, ETH, USDT, USDC, XRP, SOL, WBNB, BUSD, CAKE, the PancakeSwap router
      '0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c',
      '0x2170Ed0880ac9A755fd29B2688956BD959F933F8',
      '0x55d398326f99059fF775485246999027B3197955',
      '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
      '0x1D2F0da169ceB9fC7B3144628dB156f3F6c60dBE',
      '0x570A5D26f7765Ecb712C0924E4De545B89fD43dF',
      '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
      '0xe9e7CEA3DedcA5984780Bafc599bD69ADd087D56',
      '0x0E09FaBB73Bd3Ade0a17ECC321fD13a19e81cE82',
      '0x10ED43C718714eb63d5aA57B78B54704E256024E',
      // Polygon: USDT, USDC, USDC.e, WMATIC, WETH
      '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
      '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
      '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174',
      '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
      '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619',
      // Base: USDC. Arbitrum: USDC, USDC.e, USDT, WETH. Optimism: USDC
      '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
      '0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8',
      '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
      '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
      '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
      // Avalanche: USDC, USDT, WAVAX
      '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
      '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7',
      '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
    ],
  },
  tron: {
    source: 'Genesis block of TRON; token pages of tronscan.org',
    checkedOn: '2026-11-28',
    burn_address: ['TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy'],
    token_contract: [
      // USDT, USDC, WTRX, BTT, TUSD, USDD, JST, SUN
      'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
      'TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR',
      'TAFjULxiVgT4qWk6UZwjqwZXTSaGaqnVp4',
      'TUpMhErZL2fhh4sVNULAbNKLokS4GjC1F4',
      'TPYmHEhy5n8TCEfYGqW2rPxsghSfzghPDn',
      'TCFLL5dx5ZJdKnWuesXxi1VPwjLVmWZZy9',
      'TSSMHYeV2uE9qYH95DqyoCuNCzEL1NvU3S',
    ],
  },
  solana: {
    source: 'Program list of solana.com/docs; token pages of solscan.io',
    checkedOn: '2026-11-28',
    burn_address: [],
    token_contract: [
      // Tokens: USDC, USDT, wrapped SOL, mSOL, JitoSOL, BONK, JUP, RAY, PYUSD, ETH and BTC of Wormhole
      'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
      'So11111111111111111111111111111111111111112',
      'mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So',
      'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn',
      'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263',
      'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN',
      '4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R',
      '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo',
      '7vfCXTUXx5WJV5JADk17DUJ4ksgau7utNKj4b963voxs',
      '3NZ9JMVBmGAqocybic2c7LQCJScmgsAZ6vQqTDzcqmJh',
      // Programs: Token, Token-2022, Associated Token Account, Metadata, Memo 2 and 1, Name Service
      'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
      'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
      'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s',
      'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
      'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
      'namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX',
      // Programs of exchanges: Jupiter, Raydium, Orca, Meteora. The multisig program Squads
      'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4',
      '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8',
      'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc',
      'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo',
      'SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf',
    ],
  },
  xrp: {
    source: 'Special addresses on xrpl.org/docs/concepts/accounts/addresses',
    checkedOn: '2026-11-28',
    burn_address: ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'rrrrrrrrrrrrrrrrrNAMEtxvNvQ', 'rrrrrrrrrrrrrrrrrrrn5RM1rHd'],
    token_contract: [],
  },
} as const satisfies Record<string, UnownedList>;

const maxPeriod = 16;
const equalNibbles = /(.)\1{23}/;
const equalLetters = /(.)\1{11}/;

const isPeriodic = (text: string, period: number): boolean => text.slice(period) === text.slice(0, -period);

/** True for bytes with a constant difference, such as 00 01 02 03. */
function hasConstantSteps(hex: string): boolean {
  const bytes = hex.match(/../g)?.map((byte) => Number.parseInt(byte, 16)) ?? [];
  const step = (at: number) => ((((bytes[at] ?? 0) - (bytes[at - 1] ?? 0)) % 256) + 256) % 256;
  return bytes.every((_, at) => at === 0 || step(at) === step(1));
}

/** True for invented addresses, such as `0xdeaddead...` or `0x0123...`. `hex` is the decoded key or hash. */
export function isPatterned(address: string, hex: string): boolean {
  if (equalNibbles.test(hex) || equalLetters.test(address) || hasConstantSteps(hex)) return true;
  for (let period = 1; period <= maxPeriod; period++) if (isPeriodic(hex, period)) return true;
  return false;
}
