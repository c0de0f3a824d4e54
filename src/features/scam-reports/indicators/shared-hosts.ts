/** Hosts where anyone can publish a page. A report about a page does not accuse its host. */
const sharedHosts: ReadonlySet<string> = new Set([
  ...['facebook.com', 'fb.com', 'fb.me', 'm.me', 'messenger.com', 'instagram.com', 'threads.net', 'threads.com'],
  ...['t.me', 'telegram.me', 'telegram.org', 'wa.me', 'whatsapp.com', 'signal.me', 'viber.com'],
  ...['x.com', 'twitter.com', 'youtube.com', 'youtu.be', 'tiktok.com', 'snapchat.com', 'reddit.com', 'linkedin.com'],
  ...['discord.com', 'discord.gg', 'medium.com', 'linktr.ee', 'pinterest.com', 'quora.com', 'trustpilot.com'],
  ...['google.com', 'goo.gl', 'forms.gle', 'gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com', 'live.com'],
  ...['yahoo.com', 'icloud.com', 'proton.me', 'protonmail.com', 'aol.com', 'apple.com', 'microsoft.com', 'office.com'],
  ...['bit.ly', 'tinyurl.com', 't.co', 'is.gd', 'cutt.ly', 'rebrand.ly', 'ow.ly', 'dropbox.com', 'zoom.us'],
  ...['etherscan.io', 'bscscan.com', 'polygonscan.com', 'solscan.io', 'tronscan.org', 'blockchain.com', 'xrpscan.com'],
  ...['github.com', 'wikipedia.org', 'amazon.com', 'paypal.com'],
]);

export const isSharedHost = (domain: string): boolean => sharedHosts.has(domain);

/** Returns true for a shared host and its subdomains, such as `chat.whatsapp.com`. */
export const isOnSharedHost = (host: string): boolean =>
  host.split('.').some((_, at, labels) => sharedHosts.has(labels.slice(at).join('.')));
