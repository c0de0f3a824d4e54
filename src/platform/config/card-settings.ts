import { ConfigurationError, parseSecrets } from './config-validators.ts';

type CardEnvironment = {
  readonly MODE: 'demo' | 'production';
  readonly WIPAY_ACCOUNT?: string | undefined;
  readonly WIPAY_API_KEY?: string | undefined;
  readonly WIPAY_ENVIRONMENT: 'sandbox' | 'live';
  readonly WIPAY_URL?: string | undefined;
  readonly WIPAY_METHOD: string;
  readonly FYGARO_BUTTON_URL?: string | undefined;
  readonly FYGARO_KEY_ID?: string | undefined;
  readonly FYGARO_SECRET?: string | undefined;
  readonly FYGARO_HOOK_SECRETS?: string | undefined;
};

/** Returns the card providers with complete settings. A setting in the database activates one of them. */
export function parseCardSettings(e: CardEnvironment) {
  const wipay = e.WIPAY_ACCOUNT !== undefined && e.WIPAY_ACCOUNT !== '' && e.WIPAY_API_KEY !== undefined;
  if (e.MODE === 'production' && wipay && e.WIPAY_ENVIRONMENT !== 'live')
    throw new ConfigurationError('WIPAY_ENVIRONMENT: the sandbox charges no real cards; set it to live in production');
  const secrets = parseSecrets(e.FYGARO_HOOK_SECRETS, 'FYGARO_HOOK_SECRETS');
  const fygaro = e.FYGARO_BUTTON_URL && e.FYGARO_KEY_ID && e.FYGARO_SECRET && secrets.length > 0;
  const host = e.WIPAY_ENVIRONMENT === 'live' ? 'jm' : 'jmsb';
  return {
    wipay: wipay
      ? {
          account: e.WIPAY_ACCOUNT ?? '',
          apiKey: e.WIPAY_API_KEY ?? '',
          environment: e.WIPAY_ENVIRONMENT,
          url: e.WIPAY_URL ?? `https://${host}.wipayfinancial.com/plugins/payments/request`,
          method: e.WIPAY_METHOD,
        }
      : undefined,
    fygaro: fygaro
      ? {
          buttonUrl: e.FYGARO_BUTTON_URL ?? '',
          keyId: e.FYGARO_KEY_ID ?? '',
          secret: e.FYGARO_SECRET ?? '',
          hookSecrets: secrets,
        }
      : undefined,
  } as const;
}
