import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoSettings } from '../../src/features/settings/demo-settings.ts';
import { credentialKey } from '../credential-keys.ts';

export const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-settings-'));
export const writeTemporaryFile = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

export const productionSettings = {
  ...demoSettings,
  bank_accounts: {
    JMD: { ...demoSettings.bank_accounts.JMD, bank: 'A bank', number: '7001 2002 303' },
    USD: { ...demoSettings.bank_accounts.USD, bank: 'A bank', number: '7001 2002 304' },
  },
  company_wallets: {
    bitcoin: { address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', tag: null },
    erc20: { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', tag: null },
    bep20: { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', tag: null },
    trc20: { address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', tag: null },
    solana: { address: '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q', tag: null },
    xrp: { address: 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH', tag: '2000002' },
  },
  token_contracts: {
    MHI: '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q',
    LGM: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
  },
};
const goodSettings = writeTemporaryFile('real.json', JSON.stringify(productionSettings));
const fileKeys = `2026a:${randomBytes(32).toString('base64')}`;
const secret = 'Zm9yLXRlc3RzLW9ubHktbm90LWEtc2VjcmV0LTEyMzQ1';

/** Complete settings with an unreachable database, because the refusals under test come before its first use. */
export const productionEnvironment = {
  MODE: 'production',
  CLAMD_ADDRESS: 'none',
  DATABASE_URL: 'postgres://shop:Pass-Word-Of-The-Database@127.0.0.1:1/shop',
  SMTP_URL: 'smtp://shop:Pass-Word-Of-The-Mail@127.0.0.1:1',
  MAIL_FROM: 'Cryptocommerce <no-reply@cryptocommerce.example>',
  AUTH_SECRET: secret,
  FILE_KEYS: fileKeys,
  CREDENTIAL_KEYS: credentialKey(),
  PUBLIC_ORIGIN: 'https://cryptocommerce.example',
  SETTINGS_FILE: goodSettings,
};
